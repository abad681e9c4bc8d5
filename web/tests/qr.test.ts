import { describe, expect, it } from "vitest";
import { qr, qrPath } from "../src/lobby/qr";

// Made by another program for the same text, correction M and mask 4.
const HELLO = `
111111101101001111111
100000100110101000001
101110100111101011101
101110101001001011101
101110101000101011101
100000101011001000001
111111101010101111111
000000001111100000000
100010111111011111001
000111001011100101111
101100101011001110010
111001000100011010000
001011100100111000110
000000001110111001011
111111101100110001010
100000100001100100010
101110101001001110101
101110100001100001011
101110100111001111000
100000100100011000000
111111101000111110101
`.trim();

describe("QR codes", () => {
  it("are as others make them", () => {
    expect(qr("HELLO").map((row) => row.map((on) => (on ? "1" : "0")).join("")).join("\n")).toBe(HELLO);
  });
  it("grow with the text", () => {
    expect(qr("x".repeat(14)).length).toBe(21);
    expect(qr("x".repeat(15)).length).toBe(25);
    expect(qr("y".repeat(213)).length).toBe(57);
    expect(() => qr("z".repeat(214))).toThrow(RangeError);
  });
  it("are drawn in runs", () => {
    expect(qrPath([[true, true, false], [false, false, true]])).toBe("M0 0h2v1h-2zM2 1h1v1h-1z");
  });
});
