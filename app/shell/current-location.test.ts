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
    ['/our-story', undefined],
  ])('at %s has this active tab: %s [S-BBAR-09]', (path, tab) => {
    expect(activeTab(path, links)).toBe(tab);
  });

  const slim = ['/account', '/checkout', '/profile', '/orderdetail/TB-SAR-001'];
  it.each([...slim, '/', '/account-form', '/cart', '/login', '/wishlist', '/Sarees'])(
    'at %s has the slim header only for orders, checkout and profile [S-LAY-02 S-LAY-03 S-LAY-04 S-LAY-05 S-LAY-07]',
    (path) => expect(hasSlimHeader(path)).toBe(slim.includes(path)),
  );

  it('shows the copyright from 2025 to the current year [S-FOOT-16]', () => {
    expect(copyright(2025, 2025)).toBe('© 2025');
    expect(copyright(2025, 2027)).toBe('© 2025–2027');
  });
});
