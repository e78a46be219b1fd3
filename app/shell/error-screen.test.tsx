import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { ErrorScreen } from './error-screen.tsx';

function htmlOf(status: number, path: string): string {
  const router = createMemoryRouter([{ path: '*', element: <ErrorScreen status={status} /> }], {
    initialEntries: [path],
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

it('the error screen links Try again to the same URL, so that it works without JavaScript', () => {
  expect(htmlOf(500, '/search?query=kota&page=2')).toContain(
    '<a class="btn" href="/search?query=kota&amp;page=2">Try again</a>',
  );
});

it('the error screen has no link Try again for a page that does not exist', () => {
  expect(htmlOf(404, '/no/such')).not.toContain('Try again');
});
