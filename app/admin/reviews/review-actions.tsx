import { useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { AreaField, FailureNote } from '../../foundation/ui/fields.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import type { AdminReview, ReviewDecision } from '../../reviews/contract.ts';
import { adminApi } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { AdminDialog } from '../layout/dialog.tsx';
import { refreshAdmin, refreshOnConflict } from '../layout/use-admin.ts';

/** Buttons that approve, hide or answer a review. */
export function ReviewActions({ review }: { review: AdminReview }) {
  const { state, productName, reply } = review;
  const [isReplying, setReplying] = useState(false);
  const { isPending, failure, attempt } = useSubmit();

  async function setState(to: 'shown' | 'hidden') {
    const decided = await attempt(() => decide(review, { state: to }));
    if (decided) notify(to === 'shown' ? 'It stands beside the piece now.' : 'It is hidden.');
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
        <ActionButton className="link tap" onClick={() => setReplying(true)}>
          {reply ? 'Change the answer' : 'Answer'}
          <span className="sr"> to the review of {productName}</span>
        </ActionButton>
      </div>
      <AdminDialog open={isReplying} onClose={() => setReplying(false)} title="Answer in the shop’s name">
        <ReplyForm review={review} onDone={() => setReplying(false)} />
      </AdminDialog>
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
        notify(reply.trim() ? 'Your answer is saved.' : 'The answer is taken back.');
      }}
      onDone={onDone}
    >
      <blockquote className="soft whitespace-pre-line wrap-anywhere">{review.review}</blockquote>
      <AreaField
        name="reply"
        label="Your answer"
        help={
          review.state === 'shown'
            ? 'Everybody sees it below the words on the piece’s page. Leave it empty to take it back.'
            : 'Everybody sees it below the words on the piece’s page, once the words are approved.'
        }
        defaultValue={review.reply}
        rows={4}
        maxLength={1000}
      />
    </ActionForm>
  );
}

/** Rejects with RequestFailed. If the text of the review has changed, the list is fetched again. */
async function decide({ id, review }: AdminReview, decision: Omit<ReviewDecision, 'seenText'>) {
  const json = { ...decision, seenText: review };
  const put = readResponse(adminApi.reviews[':id'].$put({ param: { id }, json }));
  const decided = await refreshOnConflict('reviews', put);
  void refreshAdmin('reviews', 'dashboard', 'customer', 'audit-log');
  return decided;
}
