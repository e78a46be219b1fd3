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
  ])('for %s marks the tab %s as active [S-BBAR-09]', (path, tab) => {
    expect(activeTab(path, links)).toBe(tab);
  });

  it('marks no tab as active for a written page [S-BBAR-09]', () => {
    expect(activeTab('/our-story', links)).toBeUndefined();
  });

  it.each(['/account', '/checkout', '/profile', '/orderdetail/TB-SAR-001'])(
    'for %s has the slim header [S-LAY-02 S-LAY-03 S-LAY-04 S-LAY-05]',
    (path) => {
      expect(hasSlimHeader(path)).toBe(true);
    },
  );

  it.each(['/', '/account-form', '/cart', '/login', '/wishlist', '/Sarees'])(
    'for %s has the full header [S-LAY-07]',
    (path) => {
      expect(hasSlimHeader(path)).toBe(false);
    },
  );

  it('shows the copyright from 2025 to the current year [S-FOOT-16]', () => {
    expect(copyright(2025, 2025)).toBe('© 2025');
    expect(copyright(2025, 2027)).toBe('© 2025–2027');
  });
});
