import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closeOnSignal, closeOnSigterm, onNpmExit } from './shutdown.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Receives the signals instead of the process. */
let signalled: EventEmitter;
let exits: number[];
let errors: string;
const { on, once, exit, ppid } = process;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.stubEnv('npm_lifecycle_event', undefined);
  signalled = new EventEmitter();
  exits = [];
  errors = '';
  Object.assign(process, {
    on: signalled.on.bind(signalled),
    once: signalled.once.bind(signalled),
    exit: (code: number) => void exits.push(code),
    ppid: 7,
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors += String(text);
    return true;
  });
  return () => {
    Object.assign(process, { on, once, exit, ppid });
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    vi.useRealTimers();
  };
});

const startedByNpm = () => vi.stubEnv('npm_lifecycle_event', 'start');
const endNpm = () => Object.assign(process, { ppid: 1 });

/** Settles promises without advancing the time. */
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Returns a `close` that is pending until `end` or `fail` is called. */
function closing() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { close: vi.fn(() => promise), end: resolve, fail: reject };
}

describe('the primary process', () => {
  it.each(signals)('exits with 0 after it has closed on %s', async (signal) => {
    const { close, end } = closing();
    closeOnSignal(close);
    expect(close).not.toHaveBeenCalled();
    signalled.emit(signal);
    await settle();
    expect(close).toHaveBeenCalledOnce();
    expect(exits).toEqual([]);
    end();
    await settle();
    expect(exits).toEqual([0]);
  });

  it('ignores further signals for half a second and exits with 1 on the next signal', () => {
    const { close } = closing();
    closeOnSignal(close);
    signalled.emit('SIGINT');
    vi.advanceTimersByTime(500);
    signalled.emit('SIGINT');
    signalled.emit('SIGTERM');
    expect(exits).toEqual([]);
    vi.advanceTimersByTime(1);
    signalled.emit('SIGINT');
    expect(exits).toEqual([1]);
    expect(close).toHaveBeenCalledOnce();
  });

  it('closes when the npm that started it has exited', () => {
    startedByNpm();
    const { close } = closing();
    closeOnSignal(close);
    endNpm();
    vi.advanceTimersByTime(250);
    expect(close).toHaveBeenCalledOnce();
  });
});

it('a worker process ignores Ctrl-C and SIGHUP, and exits with 0 after it has closed once on SIGTERM', async () => {
  const { close, end } = closing();
  closeOnSigterm(close);
  for (const signal of ['SIGINT', 'SIGHUP']) expect(signalled.emit(signal)).toBe(true);
  expect(close).not.toHaveBeenCalled();
  signalled.emit('SIGTERM');
  expect(signalled.emit('SIGTERM')).toBe(true);
  expect(close).toHaveBeenCalledOnce();
  expect(exits).toEqual([]);
  end();
  await settle();
  expect(exits).toEqual([0]);
});

it.each([
  ['the primary process', closeOnSignal],
  ['a worker process', closeOnSigterm],
])('%s prints the error and exits with 1 if closing fails', async (_, closeOn) => {
  const { close, fail } = closing();
  closeOn(close);
  signalled.emit('SIGTERM');
  fail(new Error('The database cannot be closed.'));
  await settle();
  expect(exits).toEqual([1]);
  expect(errors).toBe('The database cannot be closed.\n');
});

it('`onNpmExit` calls `act` once after npm has exited, and does nothing if npm did not start the process', () => {
  const act = vi.fn();
  onNpmExit(act);
  expect(vi.getTimerCount()).toBe(0);
  startedByNpm();
  const timers = vi.spyOn(globalThis, 'setInterval');
  onNpmExit(act);
  // The timer does not keep the process running.
  expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
  vi.advanceTimersByTime(10_000);
  expect(act).not.toHaveBeenCalled();
  endNpm();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
