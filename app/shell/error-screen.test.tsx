import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { ErrorScreen } from './error-screen.tsx';

function htmlOf(status: number, address: string): string {
  const router = createMemoryRouter([{ path: '*', element: <ErrorScreen status={status} /> }], {
    initialEntries: [address],
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

it('Try again is a link to the same address, so it works without JavaScript', () => {
  expect(htmlOf(500, '/search?query=kota&page=2')).toContain(
    '<a class="btn" href="/search?query=kota&amp;page=2">Try again</a>',
  );
});

it('a page that is gone is not offered again', () => {
  expect(htmlOf(404, '/no/such')).not.toContain('Try again');
});
