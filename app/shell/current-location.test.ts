import { describe, expect, it } from 'vitest';
import { sarees } from '../../tests/fixtures/category.ts';
import { activeTab, copyright, hasSlimHeader } from './current-location.ts';
import { isListing } from './navigation-progress.tsx';

const links = ['/Sarees', '/CoOrdSets'];

it('recognises the page of a category, a craft or a fabric as a listing', () => {
  const listings = ['/Sarees', '/craft/Kota%20Doria', '/fabric/Khadi'];
  const others = ['/cart', '/our-story', '/Sarees/gulnar/TB-SAR-001'];
  expect([...listings, ...others].filter((path) => isListing(path, [sarees]))).toEqual(listings);
});

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

  it('has the slim header only for orders, checkout and profile [S-LAY-02…05 S-LAY-07]', () => {
    const slim = ['/account', '/checkout', '/profile', '/orderdetail/TB-SAR-001'];
    const others = ['/', '/account-form', '/cart', '/login', '/wishlist', '/Sarees'];
    expect([...slim, ...others].filter(hasSlimHeader)).toEqual(slim);
  });

  it('shows the copyright from 2025 to the current year [S-FOOT-16]', () => {
    expect(copyright(2025, 2025)).toBe('© 2025');
    expect(copyright(2025, 2027)).toBe('© 2025–2027');
  });
});
