import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeOnSignal, closeOnSigterm, onNpmExit } from './shutdown.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Hears the signals in the process's place. */
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
});

afterEach(() => {
  Object.assign(process, { on, once, exit, ppid });
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const startedByNpm = () => vi.stubEnv('npm_lifecycle_event', 'start');
const endNpm = () => Object.assign(process, { ppid: 1 });

/** Lets promises settle; no time passes. */
const settle = () => vi.advanceTimersByTimeAsync(0);

/** A `close` that is under way until `end` or `fail` is called. */
function closing() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { close: vi.fn(() => promise), end: resolve, fail: reject };
}

describe('the process that was started', () => {
  it.each(signals)('closes at %s, and exits with 0 only after that', async (signal) => {
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

  it('takes signals within half a second as one press, and exits with 1 at the first one after it', () => {
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

  it('says what kept it from closing, and exits with 1', async () => {
    const { close, fail } = closing();
    closeOnSignal(close);
    signalled.emit('SIGTERM');
    fail(new Error('The database cannot be closed.'));
    await settle();
    expect(exits).toEqual([1]);
    expect(errors).toBe('The database cannot be closed.\n');
  });

  it('closes when the npm that started it is gone', () => {
    startedByNpm();
    const { close } = closing();
    closeOnSignal(close);
    endNpm();
    vi.advanceTimersByTime(250);
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('one of several processes', () => {
  it('leaves Ctrl-C and SIGHUP to the first process', () => {
    const { close } = closing();
    closeOnSigterm(close);
    for (const signal of ['SIGINT', 'SIGHUP']) expect(signalled.emit(signal)).toBe(true);
    expect(close).not.toHaveBeenCalled();
    expect(exits).toEqual([]);
  });

  it('closes once at SIGTERM, and exits with 0 after that', async () => {
    const { close, end } = closing();
    closeOnSigterm(close);
    signalled.emit('SIGTERM');
    expect(signalled.emit('SIGTERM')).toBe(true);
    expect(close).toHaveBeenCalledOnce();
    expect(exits).toEqual([]);
    end();
    await settle();
    expect(exits).toEqual([0]);
  });

  it('says what kept it from closing, and exits with 1', async () => {
    const { close, fail } = closing();
    closeOnSigterm(close);
    signalled.emit('SIGTERM');
    fail(new Error('The database cannot be closed.'));
    await settle();
    expect(exits).toEqual([1]);
    expect(errors).toBe('The database cannot be closed.\n');
  });
});

describe('watching npm', () => {
  it('acts once, when another process has become the parent', () => {
    startedByNpm();
    const act = vi.fn();
    onNpmExit(act);
    vi.advanceTimersByTime(10_000);
    expect(act).not.toHaveBeenCalled();
    endNpm();
    vi.advanceTimersByTime(10_000);
    expect(act).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not keep the process running', () => {
    startedByNpm();
    const timers = vi.spyOn(globalThis, 'setInterval');
    onNpmExit(() => undefined);
    expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
  });

  it('leaves a process alone that npm did not start', () => {
    onNpmExit(() => undefined);
    expect(vi.getTimerCount()).toBe(0);
  });
});
