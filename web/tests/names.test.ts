import { expect, test } from "vitest";
import { inFull, tellApart } from "../src/lib/names";

const person = (name: string) => ({ name, bot: null });
const bot = (level: string) => ({ name: "", bot: level });

test("namesakes are numbered; a number of one's own stays part of the name", () => {
  const told = tellApart([bot("page"), person("Anna 3"), bot("page"), person(""), bot("page")]);
  expect(told.map(({ number }) => number)).toEqual([null, null, 2, null, 3]);
  expect(told[1]).toEqual({ name: "Anna 3", number: null });
  expect(inFull(told[4]!)).toBe(`${told[0]!.name} 3`);
  expect(new Set(told.map(inFull)).size).toBe(5);
});
