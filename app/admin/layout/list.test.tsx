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
        status: 'ready',
        message: undefined,
        isRefused: false,
        rows: [{ id: '1', name: 'Meera', city: null, phone: '98290' }],
        firstPage: undefined,
        params,
        setParams: () => {},
        hasMore: false,
        isLoadingMore: false,
        loadMore: () => {},
        retry: () => {},
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

  it('links the title cell, labels the other cells, and leaves a cell without content empty', () => {
    expect(/<tbody.*<\/tbody>/.exec(render())?.[0]).toBe(
      '<tbody role="rowgroup"><tr role="row">' +
        '<td role="cell" data-card="title"><a class="link" href="/people/1" data-go="">Meera</a></td>' +
        '<td role="cell"></td>' +
        '<td role="cell" class="r"><span class="list-label">Phone</span><div>98290</div></td>' +
        '</tr></tbody>',
    );
  });

  it.each([
    [{}, 'none'],
    [{ sort: 'name' }, 'ascending'],
    [{ sort: '-name' }, 'descending'],
    [{ sort: 'since' }, 'none'],
  ])('for the URL parameters %j sets the sort direction of the name column to %s', (params, direction) => {
    expect(render(params).match(/aria-sort="\w+"/g)).toEqual([`aria-sort="${direction}"`]);
  });
});
