import { describe, expect, it } from 'vitest';
import { codeDigitsIn, isCode, isEmail, pathAfterSignIn } from './rules.ts';

describe('the email', () => {
  it.each(['asha@example.in', '  asha@example.in ', 'a.b+c@sub.example.co.in', 'ASHA@EXAMPLE.IN'])(
    '%j can be one [S-AUTH-07]',
    (text) => expect(isEmail(text)).toBe(true),
  );
  it.each([
    ...['', '   ', 'asha', 'asha@', '@example.in', 'asha@example', 'asha @example.in', 'a@b@c.in'],
    ...['a@b.', 'asha@example.in asha', 'asha@example.in@'],
  ])('%j is none [S-AUTH-07]', (text) => expect(isEmail(text)).toBe(false));
  it('one longer than any mail server takes is none [S-AUTH-07]', () => {
    expect(isEmail(`${'a'.repeat(250)}@example.in`)).toBe(false);
    expect(isEmail(`${'a'.repeat(243)}@example.in`)).toBe(true);
    expect(isEmail(`${'a'.repeat(244)}@example.in`)).toBe(false);
  });
});

describe('the code', () => {
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
  ])('in %j is %j [S-AUTH-09]', (text, code) => expect(codeDigitsIn(text)).toBe(code));

  it('six figures are one [S-AUTH-08]', () => expect(isCode('123456')).toBe(true));

  it.each(['', '12345', '1234567', '12345a', '12 456', '१२३४५६'])('%j is none [S-AUTH-08]', (text) =>
    expect(isCode(text)).toBe(false),
  );
});

describe('the way on', () => {
  const origin = 'https://shop.test';
  const led = (next: string) => pathAfterSignIn(`?next=${encodeURIComponent(next)}`, origin);

  it('is the first page, unless somebody was asked to sign in elsewhere [S-AUTH-18]', () => {
    expect(pathAfterSignIn('', origin)).toBe('/');
    expect(led('/cart')).toBe('/cart');
    expect(led('/search?query=ikat%20silk#rod')).toBe('/search?query=ikat%20silk#rod');
    expect(led('/craft/login')).toBe('/craft/login');
  });

  it.each(['cart', 'x/cart', 'https://shop.test/cart', 'javascript:alert(1)'])(
    'is the first page where no path is named: %j [S-AUTH-18]',
    (next) => expect(led(next)).toBe('/'),
  );

  it.each([
    ...['https://evil.example/', '//evil.example', '/\\evil.example', '\\\\evil.example'],
    ...['/\t/evil.example', '/\n\\evil.example', '/.//evil.example', '/..//evil.example', '/[', '/\t/['],
    ...['javascript:alert(1)', 'cart', '', '/login', '/login?next=/login', '/LOGIN/'],
  ])('never leads to another host, nor back: %j [S-AUTH-18]', (next) => {
    const path = led(next);
    expect(path).toMatch(/^\/(?!\/)/);
    expect(new URL(path, origin).origin).toBe(origin);
    expect(path).not.toMatch(/login|evil\.example$/i);
  });
});
