import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

it.each([
  ['Linux; Android 14; Pixel 7', 'Chrome/130.0 Mobile Safari/537.36', 'Chrome on Android'],
  [
    'iPhone; CPU iPhone OS 18_0 like Mac OS X',
    'Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on an iPhone',
  ],
  ['Windows NT 10.0; Win64; x64; rv:131.0', 'Gecko/20100101 Firefox/131.0', 'Firefox on Windows'],
  ['', '', 'A browser'],
])('a browser with %j and %j in its User-Agent is shown to staff as “%s”', (system, program, text) => {
  expect(browserName(system && `Mozilla/5.0 (${system}) ${program}`)).toBe(text);
});
