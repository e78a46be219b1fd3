import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { List, type ListColumn } from './list.tsx';

type Customer = { id: string; name: string; city: string | null; phone: string };

const columns: ListColumn<Customer>[] = [
  { name: 'name', head: 'Name', cell: ({ name }) => name, sorts: true, onCard: 'title' },
  { name: 'city', head: 'City', cell: ({ city }) => city },
  { name: 'phone', head: 'Phone', cell: ({ phone }) => phone, side: 'end' },
];

const render = (params = {}) =>
  renderToStaticMarkup(
    <List
      label="Customers"
      list={{
        ...{ status: 'ready', message: undefined, isRefused: false, firstPage: undefined, params },
        rows: [{ id: '1', name: 'Meera', city: null, phone: '98290' }],
        ...{ hasMore: false, isLoadingMore: false },
        ...{ setParams: () => {}, loadMore: () => {}, retry: () => {} },
      }}
      columns={columns}
      pathOf={({ id }) => `/people/${id}`}
      empty="No customers."
    />,
  );

describe('a list', () => {
  it('sets the ARIA role of each table element', () => {
    const elements = render().match(/<(table|thead|tbody|tr|th|td)\b[^>]*>/g) ?? [];
    expect(elements.map((element) => /^<(\w+) role="(\w+)"/.exec(element)?.slice(1).join())).toEqual([
      ...['table,table', 'thead,rowgroup', 'tr,row', ...columns.map(() => 'th,columnheader')],
      ...['tbody,rowgroup', 'tr,row', ...columns.map(() => 'td,cell')],
    ]);
  });

  it('shows a link in the title cell, labels in the other cells, and nothing in a cell without content', () => {
    expect(/<tbody.*<\/tbody>/.exec(render())?.[0]).toBe(
      '<tbody role="rowgroup"><tr role="row">' +
        '<td role="cell" data-card="title"><a class="link" href="/people/1" data-go="">Meera</a></td>' +
        '<td role="cell"></td>' +
        '<td role="cell" class="r"><span class="list-label">Phone</span><div>98290</div></td>' +
        '</tr></tbody>',
    );
  });

  it('sets `aria-sort` of a column to the sort direction in the URL', () => {
    const directions = [undefined, 'name', '-name', 'since'].map((sort) =>
      render(sort ? { sort } : {})
        .match(/aria-sort="\w+"/g)
        ?.join(),
    );
    const names = ['none', 'ascending', 'descending', 'none'];
    expect(directions).toEqual(names.map((name) => `aria-sort="${name}"`));
  });
});
