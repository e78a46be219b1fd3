import { readResponse } from '../../foundation/http/api-client.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { Stars } from '../../foundation/ui/stars.tsx';
import type { AdminReview } from '../../reviews/contract.ts';
import * as urls from '../../urls.ts';
import { adminApi } from '../admin-api.ts';
import { formatTime } from '../layout/format-times.ts';
import { List, type ListColumn } from '../layout/list.tsx';
import { optionsOf } from '../layout/list-bar.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminList } from '../layout/use-list.ts';
import { ReviewActions } from './review-actions.tsx';

export const meta = () => adminMeta('Reviews');

const stateText = { waiting: 'To read', shown: 'Shown', hidden: 'Hidden' } as const;

const columns: ListColumn<AdminReview>[] = [
  {
    name: 'piece',
    head: 'Piece',
    cell: ({ productName, url }) => (
      <a className="link tap" href={url}>
        {productName}
      </a>
    ),
    onCard: 'title',
  },
  {
    name: 'state',
    head: 'State',
    cell: ({ state }) => (
      <span className={state === 'waiting' ? 'state' : 'state soft'}>{stateText[state]}</span>
    ),
    onCard: 'mark',
  },
  { name: 'stars', head: 'Stars', cell: ({ stars }) => <Stars value={stars} /> },
  { name: 'words', head: 'Words', cell: (review) => <Text review={review} /> },
  {
    name: 'by',
    head: 'By',
    cell: ({ author, customerId }) =>
      customerId ? (
        <Link className="link" to={`${urls.adminCustomers}/${customerId}`}>
          {author}
        </Link>
      ) : (
        author
      ),
  },
  { name: 'at', head: 'When', cell: ({ createdAt }) => formatTime(createdAt) },
  { name: 'acts', head: 'Decide', cell: (review) => <ReviewActions review={review} /> },
];

const scale = ['5', '4', '3', '2', '1'].map((value) => ({
  value,
  label: value === '1' ? '1 star' : `${value} stars`,
}));

/** Customers' reviews. A review is public once the staff have approved it. */
export default function ReviewsPage() {
  const list = useAdminList({
    key: 'reviews',
    filters: ['state', 'stars'],
    fetch: (params, signal) => readResponse(adminApi.reviews.$get({ query: params }, { init: { signal } })),
  });
  return (
    <Screen title="Reviews">
      <p className="mb-4 max-w-[62ch]">
        Stars count at once. Words stand beside the piece, with the buyer’s first name and city, once you have
        read and approved them.
      </p>
      <List
        label="Reviews"
        list={list}
        columns={columns}
        searchLabel="Words or piece"
        filters={[
          { name: 'state', label: 'State', all: 'All states', options: optionsOf(stateText) },
          { name: 'stars', label: 'Stars', all: 'All stars', options: scale },
        ]}
        empty="No such reviews."
      />
    </Screen>
  );
}

function Text({ review: { review, reply } }: { review: AdminReview }) {
  return (
    <div className="max-w-[48ch] wrap-anywhere">
      <p className="whitespace-pre-line">{review}</p>
      {reply && (
        <p className="soft mt-2 whitespace-pre-line">
          <b>Our answer:</b> {reply}
        </p>
      )}
    </div>
  );
}
