import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Link } from './link.tsx';

it.each([
  ['/Sarees?fabric=Silk', '/Sarees?fabric=Silk'],
  [{ pathname: '/Sarees', search: 'fabric=Silk' }, '/Sarees?fabric=Silk'],
  [{ pathname: '/Sarees', search: '?page=2', hash: '#top' }, '/Sarees?page=2#top'],
  [{ pathname: '/Sarees', search: '' }, '/Sarees'],
  [{ search: '', hash: 'choose' }, '#choose'],
])('renders a link to %j as an anchor with the URL %s', (to, address) => {
  expect(renderToStaticMarkup(<Link to={to}>Go</Link>)).toBe(`<a href="${address}" data-go="">Go</a>`);
});

it('writes `preventScrollReset` and `replace` of a link into `data-go` for `useLinks`', () => {
  expect(renderToStaticMarkup(<Link to="/" preventScrollReset />)).toBe('<a href="/" data-go="still"></a>');
  expect(renderToStaticMarkup(<Link to="/" replace />)).toBe('<a href="/" data-go="instead"></a>');
});
