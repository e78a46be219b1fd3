import { describe, expect, it } from 'vitest';
import { codeDigitsIn, isCode, isEmail, pathAfterSignIn } from './rules.ts';

it('an email address for the sign-in has one @, a domain and at most 254 characters [S-AUTH-07]', () => {
  const valid = ['asha@example.in', '  asha@example.in ', 'a.b+c@sub.example.co.in', 'ASHA@EXAMPLE.IN'];
  const longest = `${'a'.repeat(243)}@example.in`;
  const invalid = [
    ...['', '   ', 'asha', 'asha@', '@example.in', 'asha@example', 'asha @example.in', 'a@b@c.in'],
    ...['a@b.', 'asha@example.in asha', 'asha@example.in@', `a${longest}`],
  ];
  expect([...valid, longest, ...invalid].filter(isEmail)).toEqual([...valid, longest]);
});

describe('a code', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456', '123456'],
    [' 123456\n', '123456'],
    ['Your code is 123456', '123456'],
    ['It works for 10 minutes: 123 456.', '123456'],
    ['123456789', '123456'],
    ['12', '12'],
    ['1a2b', '12'],
    ['no figures', ''],
  ])('in the text %j is read as %j [S-AUTH-09]', (text, code) => expect(codeDigitsIn(text)).toBe(code));

  it('has six digits [S-AUTH-08]', () => {
    const codes = ['', '12345', '123456', '1234567', '12345a', '12 456', '१२३४५६'];
    expect(codes.filter(isCode)).toEqual(['123456']);
  });
});

describe('the path after the sign-in', () => {
  const origin = 'https://shop.test';
  const pathAfter = (next: string) => pathAfterSignIn(`?next=${encodeURIComponent(next)}`, origin);

  it('is the path of the page that led to the sign-in, or else the home page [S-AUTH-18]', () => {
    expect(pathAfterSignIn('', origin)).toBe('/');
    expect(pathAfter('/cart')).toBe('/cart');
    expect(pathAfter('/search?query=ikat%20silk#rod')).toBe('/search?query=ikat%20silk#rod');
    expect(pathAfter('/craft/login')).toBe('/craft/login');
  });

  it.each([
    ...['https://evil.example/', '//evil.example', '/\\evil.example', '\\\\evil.example'],
    ...['/\t/evil.example', '/\n\\evil.example', '/.//evil.example', '/..//evil.example', '/[', '/\t/['],
    ...['javascript:alert(1)', 'cart', '', '/login', '/login?next=/login', '/LOGIN/'],
  ])('never leads to another host or to the sign-in page: %j [S-AUTH-18]', (next) => {
    const path = pathAfter(next);
    expect(path).toMatch(/^\/(?!\/)/);
    expect(new URL(path, origin).origin).toBe(origin);
    expect(path).not.toMatch(/login|evil\.example$/i);
  });
});
