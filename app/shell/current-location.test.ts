import { describe, expect, it } from 'vitest';
import { activeTab, copyright, isSlim } from './current-location.ts';

const links = ['/Sarees', '/CoOrdSets'];

describe('whereabouts', () => {
  it.each([
    ['/', 'home'],
    ['/category', 'category'],
    ['/Sarees', 'category'],
    ['/Sarees/gulnar-banarasi/TB-SAR-001', 'category'],
    ['/craft/Ikat', 'category'],
    ['/cart', 'cart'],
    ['/account', 'order'],
    ['/orderdetail/TB-SAR-001', 'order'],
    ['/profile', 'profile'],
    ['/login', 'profile'],
  ])('S-BBAR-09 on %s the active tab is %s', (path, tab) => {
    expect(activeTab(path, links)).toBe(tab);
  });

  it('S-BBAR-09 a written page has no active tab', () => {
    expect(activeTab('/our-story', links)).toBeUndefined();
  });

  it.each(['/account', '/checkout', '/profile', '/orderdetail/TB-SAR-001'])(
    'S-LAY-02 S-LAY-03 S-LAY-04 S-LAY-05 %s has the slim header',
    (path) => {
      expect(isSlim(path)).toBe(true);
    },
  );

  it.each(['/', '/account-form', '/cart', '/login', '/wishlist', '/Sarees'])(
    'S-LAY-07 %s has not',
    (path) => {
      expect(isSlim(path)).toBe(false);
    },
  );

  it('S-FOOT-16 the copyright line runs from 2025 to the current year', () => {
    expect(copyright(2025, 2025)).toBe('© 2025');
    expect(copyright(2025, 2027)).toBe('© 2025–2027');
  });
});
