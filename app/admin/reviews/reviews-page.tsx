import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { AreaField, FailureNote } from '../../foundation/ui/fields.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import { Stars } from '../../foundation/ui/stars.tsx';
import type { AdminReview, ReviewDecision } from '../../reviews/contract.ts';
import * as urls from '../../urls.ts';
import { adminApi, fetchList } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { DialogButton } from '../layout/dialog.tsx';
import { List, type ListColumn, optionsOf } from '../layout/list.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { refreshAdmin, refreshOnConflict } from '../layout/use-admin.ts';
import { useAdminList } from '../layout/use-list.ts';

export const meta = () => adminMeta('Reviews');

const stateText = { waiting: 'To read', shown: 'Shown', hidden: 'Hidden' } as const;

const columns: ListColumn<AdminReview>[] = [
  {
    name: 'product',
    head: 'Product',
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
  { name: 'words', head: 'Review', cell: (review) => <Text review={review} /> },
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
  { name: 'at', head: 'When', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: 'acts', head: 'Actions', cell: (review) => <ReviewActions review={review} /> },
];

const scale = ['5', '4', '3', '2', '1'].map((value) => ({
  value,
  label: value === '1' ? '1 star' : `${value} stars`,
}));

/** List of customers' reviews. A review becomes public when staff approve it. */
export default function ReviewsPage() {
  const list = useAdminList('reviews', fetchList(adminApi.reviews.$get), ['state', 'stars']);
  return (
    <Screen title="Reviews">
      <p className="mb-4 max-w-[62ch]">
        The stars count in the product’s rating at once. The text appears on the product page, with the
        buyer’s first name and city, after you have approved it.
      </p>
      <List
        label="Reviews"
        list={list}
        columns={columns}
        searchLabel="Text or product"
        filters={[
          { name: 'state', label: 'State', all: 'All states', options: optionsOf(stateText) },
          { name: 'stars', label: 'Stars', all: 'All stars', options: scale },
        ]}
        empty="No reviews match your search and filters."
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

function ReviewActions({ review }: { review: AdminReview }) {
  const { state, productName, reply } = review;
  const { isPending, failure, attempt } = useSubmit();

  async function setState(to: 'shown' | 'hidden') {
    const decided = await attempt(() => decide(review, { state: to }));
    if (decided) notify(to === 'shown' ? 'The review is published.' : 'The review is hidden.');
  }
  return (
    <>
      <FailureNote failure={failure} />
      <div className="actions flex-wrap">
        {state !== 'shown' && (
          <ActionButton className="link tap" isDisabled={isPending} onClick={() => setState('shown')}>
            Approve<span className="sr"> the review of {productName}</span>
          </ActionButton>
        )}
        {state !== 'hidden' && (
          <ActionButton className="link tap" isDisabled={isPending} onClick={() => setState('hidden')}>
            Hide<span className="sr"> the review of {productName}</span>
          </ActionButton>
        )}
        <DialogButton
          label={reply ? 'Change the answer' : 'Answer'}
          srText={` to the review of ${productName}`}
          className="link tap"
          title="Answer this review"
        >
          {(close) => <ReplyForm review={review} onDone={close} />}
        </DialogButton>
      </div>
    </>
  );
}

function ReplyForm({ review, onDone }: { review: AdminReview; onDone: () => void }) {
  return (
    <ActionForm
      submitLabel="Save the answer"
      pendingLabel="Saving..."
      send={async ({ text }) => {
        const reply = text('reply');
        await decide(review, { reply });
        notify(reply.trim() ? 'Your answer is saved.' : 'Your answer is removed.');
      }}
      onDone={onDone}
    >
      <blockquote className="soft whitespace-pre-line wrap-anywhere">{review.review}</blockquote>
      <AreaField
        name="reply"
        label="Your answer"
        help={
          review.state === 'shown'
            ? 'Shoppers see your answer below the review on the product page. Leave the field empty to remove the answer.'
            : 'Shoppers see your answer below the review on the product page, after the review is approved.'
        }
        defaultValue={review.reply}
        rows={4}
        maxLength={1000}
      />
    </ActionForm>
  );
}

/** Saves a decision on a review. Rejects with RequestFailed. If the review's text has changed, fetches the list again. */
async function decide({ id, review }: AdminReview, decision: Omit<ReviewDecision, 'seenText'>) {
  const json = { ...decision, seenText: review };
  const put = readResponse(adminApi.reviews[':id'].$put({ param: { id }, json }));
  const decided = await refreshOnConflict('reviews', put);
  void refreshAdmin('reviews', 'dashboard', 'menu-counts', 'customer', 'audit-log');
  return decided;
}
