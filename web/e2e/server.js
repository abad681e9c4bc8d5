// A server of a test's own, which it may kill. EMINENCE_SERVE is the command that starts one, with {port} in it;
// EMINENCE_SERVE_LIMITED starts one that limits everybody as it does by itself.
import { spawn } from "node:child_process";
import { createServer } from "node:net";

export const command = process.env.EMINENCE_SERVE;
export const limited = process.env.EMINENCE_SERVE_LIMITED;

const freePort = () =>
  new Promise((done) => {
    const one = createServer().listen(0, "127.0.0.1", () => {
      const { port } = one.address();
      one.close(() => done(port));
    });
  });

export class Server {
  constructor(run = command) {
    this.command = run;
  }

  async start() {
    this.port ??= await freePort();
    this.base = `http://localhost:${this.port}`;
    this.child = spawn("sh", ["-c", `exec ${this.command.replaceAll("{port}", String(this.port))}`], { stdio: "ignore" });
    for (let i = 0; i < 300; i++) {
      if (await fetch(`${this.base}/healthz`).then((r) => r.ok, () => false)) return this;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error("the server does not answer");
  }

  /** kill -9. */
  async kill() {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((done) => this.child.once("exit", done));
    this.child.kill("SIGKILL");
    await gone;
  }
}
