/** WebKit, driven by the W3C's WebDriver protocol. MiniBrowser runs on a virtual screen. */
import { freePort } from '../../engine/postgres-server.ts';
import { startBrowser, untilWritten } from './browser-process.ts';
import type { Browser, Driver, Key, Point } from './driver.ts';
import { handlePageCommand, type PageCommand, type PageResult } from './in-page.ts';
import { waitUntil } from './page.ts';

/** Window size in pixels. MiniBrowser's window is at least 447 pixels wide, and its toolbar is 38 pixels high. */
const size = { x: 0, y: 0, width: 447, height: 882 };

/** The protocol's codes of named keys. */
const keys: Record<Key, string> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004', Backspace: '\uE003' };

/**
 * Timeouts in milliseconds. WebKitWebDriver never responds to a script that a navigation has interrupted. Scripts therefore have
 * a short timeout and are repeated, see {@link waitUntil}.
 */
const [scriptMs, commandMs] = [5000, 60_000];

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

export async function startWebKit({ driver, xvfb }: { driver: string; xvfb: string }): Promise<Browser> {
  const screen = startBrowser('xvfb', xvfb, () => [
    ...['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-noreset'],
  ]);
  const display = await untilWritten(screen, /^(\d+)\n/m);
  const port = await freePort();
  const webkit = startBrowser('webkit', driver, () => [`--port=${port}`], {
    DISPLAY: `:${display}`,
    // Do not use desktop services, because no desktop is running.
    GSETTINGS_BACKEND: 'memory',
    NO_AT_BRIDGE: '1',
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
  });
  const send = sender(`http://127.0.0.1:${port}`);
  await waitUntil(
    () => send('GET', '/status'),
    () => true,
    (_, error) => `WebKitWebDriver does not respond: ${error}`,
  );
  const opened = await send('POST', '/session', {
    capabilities: { alwaysMatch: {} },
  });
  const session = `/session/${textOf(opened, 'sessionId')}`;
  const inSession: Send = (method, path, body) => send(method, session + path, body);
  const windowOf = windowSenders(inSession);
  const first = String(await inSession('GET', '/window'));
  await inSession('POST', '/window/rect', size);
  return {
    newWindow: async () => driverOf(windowOf, inSession, first),
    closeWindow: async () => {
      const handles = await handlesOf(inSession);
      for (const handle of handles) if (handle !== first) await windowOf(handle)('DELETE', '/window');
      const send = windowOf(first);
      // Ignore the error of an empty window, which has no storage.
      const clear = 'try { localStorage.clear(); sessionStorage.clear() } catch {}';
      await send('POST', '/execute/sync', { script: clear, args: [] });
      await send('DELETE', '/cookie');
      await send('POST', '/url', { url: 'about:blank' });
    },
    stop: async () => {
      await webkit.stop();
      await screen.stop();
    },
  };
}

/** Returns a function that sends one command and resolves to its value. Rejects with the driver's message. */
function sender(origin: string): Send {
  return async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(path.endsWith('/execute/sync') ? scriptMs : commandMs),
    });
    const { value }: { value: unknown } = await response.json();
    if (!response.ok)
      throw new Error(`${method} ${path}: ${textOf(value, 'error')}: ${textOf(value, 'message')}`);
    return value;
  };
}

function textOf(value: unknown, key: string): string {
  return typeof value === 'object' && value !== null ? String(Reflect.get(value, key)) : '';
}

async function handlesOf(send: Send): Promise<string[]> {
  const handles = await send('GET', '/window/handles');
  return Array.isArray(handles) ? handles.map(String) : [];
}

/**
 * Returns a function that sends commands to one window. The protocol has one current window, and switching is a separate command.
 */
function windowSenders(send: Send): (handle: string) => Send {
  let current = '';
  return (handle) => async (method, path, body) => {
    if (current !== handle) await send('POST', '/window', { handle });
    current = handle;
    return send(method, path, body);
  };
}

function driverOf(windowOf: (handle: string) => Send, session: Send, handle: string): Driver {
  const send = windowOf(handle);
  let errors: string[] = [];
  const run = (script: string, ...args: unknown[]) =>
    send('POST', '/execute/sync', { script: `return (${script})(...arguments)`, args });
  const perform = (actions: object[]) => send('POST', '/actions', { actions });
  const typeText = (text: string) =>
    perform([
      {
        type: 'key',
        id: 'keys',
        actions: [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ]);
  const move = ({ x, y }: Point) => ({ type: 'pointerMove', x, y, duration: 0 });
  async function execute(requested: PageCommand): Promise<PageResult> {
    const result: PageResult = JSON.parse(
      String(await run(`(command) => JSON.stringify((${handlePageCommand})(command))`, requested)),
    );
    errors = result.errors;
    return result;
  }
  return {
    goTo: async (url) => {
      await send('POST', '/url', { url });
    },
    back: async () => {
      await send('POST', '/back', {});
    },
    reload: async () => {
      await send('POST', '/refresh', {});
    },
    url: async () => String(await send('GET', '/url')),
    execute,
    storage: async (key, value) => {
      const script = `(name, written) => {
        if (written !== null) localStorage.setItem(name, written);
        return localStorage.getItem(name);
      }`;
      const stored = await run(script, key, value ?? null);
      return typeof stored === 'string' ? stored : null;
    },
    type: async (text) => {
      await typeText(text);
    },
    press: async (key) => {
      await typeText(keys[key]);
    },
    drag: async (from, to) => {
      const down = { type: 'pointerDown', button: 0 };
      const up = { type: 'pointerUp', button: 0 };
      const path = to === from ? [] : [move(to)];
      await perform([
        {
          type: 'pointer',
          id: 'pointer',
          parameters: { pointerType: 'mouse' },
          actions: [move(from), down, ...path, up],
        },
      ]);
    },
    screenshot: async () => Buffer.from(String(await send('GET', '/screenshot')), 'base64'),
    close: async () => {
      await send('DELETE', '/window');
    },
    popups: async () => {
      const others = (await handlesOf(session)).filter((other) => other !== handle);
      return others.map((other) => driverOf(windowOf, session, other));
    },
    errors: async () => {
      await execute({ command: 'look', target: { css: 'html' } });
      return errors;
    },
  };
}
