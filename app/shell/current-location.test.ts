import { describe, expect, it } from 'vitest';
import { activeTab, copyright, hasSlimHeader } from './current-location.ts';

const links = ['/Sarees', '/CoOrdSets'];

describe('the layout of a page', () => {
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
  ])('of %s has the active tab %s [S-BBAR-09]', (path, tab) => {
    expect(activeTab(path, links)).toBe(tab);
  });

  it('has no active tab for a written page [S-BBAR-09]', () => {
    expect(activeTab('/our-story', links)).toBeUndefined();
  });

  it.each(['/account', '/checkout', '/profile', '/orderdetail/TB-SAR-001'])(
    'of %s has the slim header [S-LAY-02 S-LAY-03 S-LAY-04 S-LAY-05]',
    (path) => {
      expect(hasSlimHeader(path)).toBe(true);
    },
  );

  it.each(['/', '/account-form', '/cart', '/login', '/wishlist', '/Sarees'])(
    'of %s has the whole header [S-LAY-07]',
    (path) => {
      expect(hasSlimHeader(path)).toBe(false);
    },
  );

  it('has a copyright line from 2025 to the current year [S-FOOT-16]', () => {
    expect(copyright(2025, 2025)).toBe('© 2025');
    expect(copyright(2025, 2027)).toBe('© 2025–2027');
  });
});
