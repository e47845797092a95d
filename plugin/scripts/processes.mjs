/** Child processes, and the one way in which the scripts end. */

import { spawn } from 'node:child_process';

/** Ends a script with an exit code and, unless there is nothing to add, a message for the user. */
export class Stop extends Error {
  /**
   * @param {number} code
   * @param {string} [message]
   */
  constructor(code, message = '') {
    super(message);
    this.code = code;
  }
}

/** @typedef {{ cwd?: string, env?: Record<string, string | undefined> }} Place */

/** Exit codes of a process that a signal ended: 128 and the signal's number. */
const SIGNAL_CODES = /** @type {const} */ ({ SIGINT: 130, SIGTERM: 143 });

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
/** @type {number | undefined} */
let interrupted;

/** @param {keyof typeof SIGNAL_CODES} signal */
function interrupt(signal) {
  interrupted = SIGNAL_CODES[signal];
  if (running === undefined) process.exit(interrupted);
  // The terminal hands Ctrl-C to the child itself; a second one would stop the child from finishing what it is at.
  const terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  if (signal !== 'SIGINT' || !terminal) running.kill(signal);
}

/**
 * Runs a script's main function: a `Stop` becomes its message and exit code, and a signal first lets the running child end.
 * @param {() => Promise<void>} main
 */
export async function script(main) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => { interrupt(signal); });
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (error.message !== '') (error.code === 0 ? process.stdout : process.stderr).write(`\n${error.message}\n`);
    process.exitCode = error.code;
  }
}

/**
 * Runs a program with its input and output shared with ours; gives its exit code. No shell is involved.
 * @param {string} program
 * @param {string[]} args
 * @param {Place} [place]
 * @returns {Promise<number>}
 * @throws {Stop} when Ctrl-C or SIGTERM came while it ran, or when it cannot be started
 */
export async function run(program, args, place = {}) {
  const child = spawn(program, args, { ...place, stdio: 'inherit' });
  running = child;
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (error) => { reject(new Stop(1, `${program} could not be started: ${error.message}`)); });
      child.once('close', (code, signal) => {
        if (interrupted !== undefined) reject(new Stop(interrupted, 'Stopped.'));
        else if (signal === 'SIGINT' || signal === 'SIGTERM') reject(new Stop(SIGNAL_CODES[signal], 'Stopped.'));
        else resolve(code ?? 1);
      });
    });
  } finally {
    running = undefined;
  }
}

/** @typedef {{ code: number | null, output: string, problem: string }} Answer */

/**
 * Asks a program something; gives what it printed. Its input is empty; after `seconds` it is ended.
 * @param {string} program
 * @param {string[]} args
 * @param {number} [seconds]
 * @returns {Promise<Answer>} `code` is null when it could not be started or had to be ended; `problem` then says why
 */
export function ask(program, args, seconds = 20) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true });
    // Not spawn's own timeout: its timer goes on, and keeps this process alive, when the program does not exist.
    const timer = setTimeout(() => { child.kill('SIGKILL'); }, seconds * 1000);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => { output += text; });
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve({ code: null, output, problem: error.message });
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, output, problem: signal === null ? '' : `ended by ${signal}` });
    });
  });
}
