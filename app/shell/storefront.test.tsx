import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { settings as seedSettings } from '../../seeds/content.ts';
import { sarees } from '../../tests/fixtures/category.ts';
import type { Settings } from '../content/contract.ts';
import { ErrorScreen } from './error-screen.tsx';
import type { LayoutData } from './layout-data.ts';
import { Storefront } from './storefront.tsx';

const settings: Settings = {
  ...seedSettings,
  contact: {
    ...seedSettings.contact,
    ...{ address: 'Shop 1, Example Lane, Jaipur', chatUrl: 'https://chat.example/tanabana' },
  },
  socials: [
    { name: 'Instagram', url: 'https://instagram.example/tanabana' },
    { name: 'YouTube', url: 'https://youtube.example/tanabana' },
  ],
};
const layoutData: LayoutData = {
  settings,
  categories: [sarees],
  crafts: [{ name: 'Kota Doria', count: 1, img: null }],
  fabrics: [{ name: 'Katan silk', count: 2, img: null }],
  year: 2026,
  isDemo: false,
  devMailboxPath: null,
};

const pageAt = (path: string, changes: Partial<LayoutData> = {}) =>
  render(path, <Storefront layoutData={{ ...layoutData, ...changes }}>cloth</Storefront>);

function render(path: string, element: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
const home = pageAt('/');
const linksTo = (html: string, to: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].filter(([, href]) => href === to);
const part = (html: string, from: string) => html.slice(html.indexOf(from));

describe('the layout of a page', () => {
  it('has a search box in a plain form, with the exact placeholder [S-HDR-03 S-HDR-04]', () => {
    expect(home).toMatch(
      /<form[^>]*role="search"[^>]*action="\/search"|<form[^>]*action="\/search"[^>]*role="search"/,
    );
    expect(home).toContain('placeholder="What are you looking for ?"');
    expect(home).toContain('name="query"');
  });

  const { chatUrl, email } = settings.contact;
  const social = settings.socials.map(({ url }) => url).join(' ');
  const bar = '/wishlist / /login /cart /our-story /reach-us';
  const policies = '/return-policy /shipping-policy /privacy-policy /terms-and-conditions';

  it.each([
    ['top bar [S-HDR-02 S-HDR-05 S-HDR-06 S-HDR-08 S-HDR-13 S-HDR-14]', '<header', '</header>', bar],
    ['menus [S-HDR-10…12]', 'class="menu"', '</header>', '/Sarees /craft/Kota%20Doria /fabric/Katan%20silk'],
    ['five tabs [S-BBAR-04…08]', 'class="tabs"', '</nav>', '/ /category /cart /account /login'],
    [
      'footer [S-FOOT-02…04 S-FOOT-06 S-GEN-19]',
      '<footer',
      '</footer>',
      `mailto:${email} tel:+911400000000 ${chatUrl} ${social}`,
    ],
    ['Useful Information of the footer [S-FOOT-09…12]', '<footer', '</footer>', policies],
  ])('has links in the %s', (_, from, to, links) => {
    const found = part(home, from).split(to)[0] ?? '';
    expect(links.split(' ').filter((link) => linksTo(found, link).length === 0)).toEqual([]);
  });

  it('has a phone menu with two sections and three links [S-MNV-02 S-MNV-03 S-MNV-04]', () => {
    const drawer = part(home, '<dialog').split('</dialog>')[0];
    for (const text of ['Shop By Categories', 'Craft and Fabrics', 'Our Story', 'Reach Us', 'My Orders'])
      expect(drawer).toContain(text);
  });

  it('links all four entries of the section About to the page Reach Us [S-FOOT-07 S-FOOT-08]', () => {
    const links = part(home, '<footer').matchAll(/<a [^>]*href="\/reach-us"[^>]*>([^<]*)</g);
    const names = ['FAQs', 'Size Guide', 'Gift Cards', 'Reach Us'];
    expect([...links].map(([, name]) => name)).toEqual(names);
  });

  it('has a chat button, the link Sign up, the copyright line, and a notice only in a demo shop [S-FOOT-01 S-FOOT-05 S-FOOT-15 S-FOOT-16]', () => {
    expect(home).toContain('class="chat"');
    const footer = part(home, '<footer');
    expect(footer).toMatch(/href="\/login"[^>]*>Sign up/);
    for (const text of ['Mon–Sat 10:00–18:00 IST', 'tradition meets style', 'Shop 1, Example Lane, Jaipur'])
      expect(footer).toContain(text);
    expect(home).toContain('© 2025–2026');
    expect(pageAt('/', { isDemo: true })).toContain('This is a demo shop.');
    expect(home).not.toContain('This is a demo shop.');
    expect(home).not.toContain('class="badge"');
  });

  it('links to the shop, the orders and the sign-in page in the slim header [S-LAY-02 S-PROF-01 S-PROF-02]', () => {
    const profile = pageAt('/profile');
    expect([profile.includes('class="has-slim"'), home.includes('class="slim"')]).toEqual([true, false]);
    const slim = part(profile, 'class="slim"').split('</header>')[0] ?? '';
    for (const to of ['/', '/account', '/login?next=%2Fprofile']) {
      expect(linksTo(slim, to).length).toBeGreaterThan(0);
    }
  });

  it('adds the path of the current page to every link to the sign-in page [S-AUTH-18]', () => {
    const logins = (path: string) =>
      [...pageAt(path).matchAll(/href="(\/login[^"]*)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      );
    expect(new Set(logins('/'))).toEqual(new Set(['/login']));
    expect(new Set(logins('/Sarees?craft=Ikat'))).toEqual(new Set(['/login?next=%2FSarees%3Fcraft%3DIkat']));
    expect(new Set(logins('/login?next=%2Fcart'))).toEqual(new Set(['/login?next=%2Fcart']));
  });

  it('has a second skip link, which skips the filters, only on listings', () => {
    for (const path of ['/Sarees', '/craft/Ikat', '/fabric/Silk', '/search?query=silk'])
      expect(pageAt(path), path).toContain('href="#pieces"');
    for (const path of ['/', '/cart', '/search', '/reach-us'])
      expect(pageAt(path), path).not.toContain('href="#pieces"');
  });
});

it('the error screen has a link Try again to the same URL, but not for a page that does not exist', () => {
  const path = '/search?query=kota&page=2';
  expect(render(path, <ErrorScreen status={500} />)).toContain(
    '<a class="btn" href="/search?query=kota&amp;page=2">Try again</a>',
  );
  expect(render(path, <ErrorScreen status={404} />)).not.toContain('Try again');
});
