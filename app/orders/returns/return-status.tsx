import { useState } from 'react';
import { shortDay } from '../../foundation/indian-dates.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { AreaField } from '../../foundation/ui/fields.tsx';
import type { Order } from '../contract.ts';
import { refundText, returnedItemText, returnOutcome } from '../messages.ts';
import { answerReturnQuestion } from '../orders-api.ts';
import type { OrderMutation } from '../pages/use-order.ts';
import type { ReturnRequest } from './contract.ts';
import { PhotoList } from './photo-list.tsx';
import { ReturnPhotos, useReturnPhotos } from './return-photos.tsx';

type Props = { order: Order; request: ReturnRequest; change: OrderMutation };

/**
 * A return with its items, the merchant's question and the decision. The latest return also shows the refunds that the order got
 * after the customer requested the return.
 */
export function ReturnStatus({ order, request, change }: Props) {
  const { reason, note, requestedAt, items, approved, decision, question, answer } = request;
  const isLatest = order.returns.at(-1) === request;
  const refunds = isLatest ? order.refunds.filter(({ at }) => at >= requestedAt) : [];
  return (
    <section className="basis-full">
      <h2 className="text-3">{isLatest ? 'Your return' : 'An earlier return'}</h2>
      <p className="soft wrap-anywhere">
        Requested on {shortDay(new Date(requestedAt))}
        {reason && `: ${reason}`}
        {note && `. ${note}`}
      </p>
      <ul>
        {items.map((item) => (
          <li key={item.line}>{returnedItemText(item)}</li>
        ))}
      </ul>
      <p>{returnOutcome(order, request)}</p>
      {refunds.map((refund) => (
        <p key={refund.at}>{refundText(refund)}.</p>
      ))}
      <PhotoList photos={request.photos} />
      {decision && <p className="soft wrap-anywhere whitespace-pre-line">{decision}</p>}
      {question !== null && (
        <div className="mt-3 flex flex-col gap-3">
          <p className="wrap-anywhere whitespace-pre-line">
            <b>Our question:</b> {question}
          </p>
          {answer !== null ? (
            <p className="wrap-anywhere whitespace-pre-line">
              <b>Your answer:</b> {answer}
            </p>
          ) : (
            approved === null && (
              <AnswerForm order={order} change={change} attachedCount={request.photos.length} />
            )
          )}
        </div>
      )}
    </section>
  );
}

type AnswerProps = Omit<Props, 'request'> & { attachedCount: number };

function AnswerForm({ order, change, attachedCount }: AnswerProps) {
  const [answer, setAnswer] = useState('');
  const upload = useReturnPhotos(order._id, attachedCount);
  return (
    <ActionForm
      label="Answer to our question"
      submitLabel="Send the answer"
      submitClassName="btn small self-start"
      pendingLabel="Sending..."
      check={() => ({ answer: answer.trim() ? upload.unsentText : 'Please write an answer.' })}
      send={(_, signal) =>
        change.send(answerReturnQuestion(order._id, { answer, photos: upload.stored }, signal))
      }
    >
      <AreaField name="answer" label="Your answer" value={answer} onChange={setAnswer} maxLength={1000} />
      <ReturnPhotos upload={upload} />
    </ActionForm>
  );
}
