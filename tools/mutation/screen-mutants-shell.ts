import type { ScreenMutant } from './screen-mutants.ts';

/** Mutants of the shell and the catalogue. */
export const shellMutants: readonly ScreenMutant[] = [
  {
    breaks: "the phone's menu stays open over the page that it leads to",
    file: 'app/shell/menus.tsx',
    original: `function Entry({ to, name, onGo }: { to: string; name: string; onGo: () => void }) {
  return (
    <li>
      <Link to={to} onClick={onGo}>`,
    replacement: `function Entry({ to, name }: { to: string; name: string; onGo: () => void }) {
  return (
    <li>
      <Link to={to}>`,
    stories: ['shell-header'],
  },
  {
    breaks: "a press beside the phone's menu does not close it",
    file: 'app/shell/menus.tsx',
    original: ' aria-label="Menu" closedby="any">',
    replacement: ' aria-label="Menu">',
    stories: ['shell-header'],
  },
  {
    breaks: 'the search panel stays open on the next page',
    file: 'app/shell/search/use-search.ts',
    original: '    setText(query);\n    setOpen(false);\n',
    replacement: '    setText(query);\n',
    stories: ['search', 'shell-header'],
  },
  {
    breaks: 'Escape in the search panel of a phone loses the focus',
    file: 'app/shell/header.tsx',
    original: `    const opener = phoneIcon.current?.checkVisibility() ? phoneIcon : wideBox;
    opener.current?.focus();`,
    replacement: '    wideBox.current?.focus();',
    stories: ['search', 'shell-header'],
  },
  {
    breaks: 'Escape in a menu leaves the focus in the closed menu',
    file: 'app/shell/menus.tsx',
    original: `function closeMenus(how: 'outside' | 'escape') {
  const open = document.querySelector<HTMLDetailsElement>('.menu details[open]');
  if (!open) return;
  open.open = false;
  if (how === 'escape') open.querySelector('summary')?.focus();`,
    replacement: `function closeMenus() {
  const open = document.querySelector<HTMLDetailsElement>('.menu details[open]');
  if (!open) return;
  open.open = false;`,
    stories: ['shell-header'],
  },
  {
    breaks: 'a menu stays open over the page that it leads to',
    file: 'app/shell/menus.tsx',
    original: `
                  onClick={({ currentTarget }) => currentTarget.closest('details')?.removeAttribute('open')}`,
    replacement: '',
    stories: ['shell-header'],
  },
  {
    breaks: 'the tab bar shows no badge for one unit',
    file: 'app/shell/tab-bar.tsx',
    original: "tab === 'cart' && count > 0 ?",
    replacement: "tab === 'cart' && count > 1 ?",
    stories: ['product', 'shell-session'],
  },
  {
    breaks: 'the sign-in of the header leads back without the filters of the page',
    file: 'app/shell/current-location.ts',
    original: 'return loginPath(pathname + search);',
    replacement: 'return loginPath(pathname);',
    stories: ['shell-session'],
  },
  {
    breaks: 'the search on the page for unknown URLs finds nothing',
    file: 'app/shell/error-screen.tsx',
    original: 'id="lost-search" type="search" name="query"',
    replacement: 'id="lost-search" type="search" name="q"',
    stories: ['addresses'],
  },
  {
    breaks: 'Try again in the search panel does nothing',
    file: 'app/shell/search/use-search.ts',
    original: 'retry: () => searchFor(text),',
    replacement: 'retry: () => setOpen(true),',
    stories: ['search'],
  },
  {
    breaks: 'the Back button does not restore the checkboxes of the filters',
    file: 'app/catalogue/listing/filter-form.tsx',
    original: `    for (const box of current.querySelectorAll('input')) box.checked = box.defaultChecked;\n`,
    replacement: '',
    stories: ['filters'],
  },
  {
    breaks: 'a filter of the search page removes the search text',
    file: 'app/catalogue/listing/listing.tsx',
    original: 'filters={filters} hiddenFields={text}>',
    replacement: 'filters={filters} hiddenFields={{}}>',
    stories: ['listing', 'filters', 'search'],
  },
  {
    breaks: 'a filter of the panel removes the sort order',
    file: 'app/catalogue/listing/listing.tsx',
    original: "hiddenFields={sort === 'featured' ? text : { ...text, sort }}",
    replacement: 'hiddenFields={text}',
    stories: ['filters'],
  },
  {
    breaks: 'Clear All moves the focus to the top of the page',
    file: 'app/catalogue/listing/listing.tsx',
    original: `
      // The pressed link is removed together with the chosen filters. Move the focus to the element that contains the link.
      onClick={({ currentTarget }) =>
        currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
      }`,
    replacement: '',
    stories: ['filters'],
  },
  {
    breaks: 'Load more does not move the focus to the first new product',
    file: 'app/catalogue/listing/listing-grid.tsx',
    original: `
              onClick={() => {
                firstNewIndex.current = shownCount;
              }}`,
    replacement: '',
    stories: ['listing'],
  },
  {
    breaks: 'the left arrow key does not change the image of a product',
    file: 'app/catalogue/product/gallery.tsx',
    original: "    if (event.key === 'ArrowLeft') show(current - 1);\n",
    replacement: '',
    stories: ['product'],
  },
  {
    breaks: 'no thumbnail is marked as the shown image',
    file: 'app/catalogue/product/gallery.tsx',
    original: "            aria-current={index === current ? 'true' : undefined}\n",
    replacement: '',
    stories: ['product'],
  },
  {
    breaks: 'the gallery shows another image than the full-screen view did',
    file: 'app/catalogue/product/gallery.tsx',
    original: '            setEnlarged({ ...enlarged, index });\n            show(index);\n',
    replacement: '            setEnlarged({ ...enlarged, index });\n',
    stories: ['product'],
  },
  {
    breaks: 'a size that is sold out can be chosen',
    file: 'app/catalogue/product/size-picker.tsx',
    original: '              disabled={quantity <= 0}\n',
    replacement: '',
    stories: ['product'],
  },
];
