import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { useSubmit } from '../../../foundation/browser/submit.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { Icon } from '../../../foundation/ui/icon.tsx';
import * as urls from '../../../urls.ts';
import { adminApi } from '../../admin-api.ts';
import { ActionButton } from '../../layout/action-button.tsx';
import { ConfirmDialog } from '../../layout/dialog.tsx';
import { refreshAdmin } from '../../layout/use-admin.ts';

type State = AdminProduct['state'];

export const stateLabels: Record<State, string> = {
  live: 'Live',
  draft: 'Draft',
  archived: 'Put away',
};

/** How it stands: henna for what shoppers see, madder for nothing. */
export function StateMark({ state }: { state: State }) {
  return (
    <span className={state === 'live' ? 'product-state henna strong' : 'product-state soft strong'}>
      {stateLabels[state]}
    </span>
  );
}

type Props = {
  product: AdminProduct;
  /** Hangs it up, takes it down or puts it away. Rejects when that is refused. */
  onStateChange: (state: State) => Promise<unknown>;
};

/** What is done with a piece now and then: taking it down, a second one like it, putting it away. */
export function StateActions({ product, onStateChange }: Props) {
  const [asking, setAsking] = useState(false);
  const { isPending, attempt } = useSubmit();
  const navigate = useNavigate();

  async function duplicate() {
    const twin = await attempt(() =>
      readResponse(adminApi.products[':id'].duplicate.$post({ param: { id: product.id } })),
    );
    if (!twin) return;
    await refreshAdmin('products');
    await navigate(`${urls.adminProducts}/${encodeURIComponent(twin.id)}`);
  }

  const toDraft = () => void attempt(() => onStateChange('draft'));

  return (
    <section>
      <h2>More</h2>
      <div className="actions">
        {product.state === 'live' && <LiveActions url={product.url} onUnpublish={toDraft} />}
        <ActionButton icon="copy" isDisabled={isPending} onClick={duplicate}>
          Another one like it
        </ActionButton>
        {product.state === 'archived' ? (
          <ActionButton icon="rotate-ccw" onClick={toDraft}>
            Take it out again
          </ActionButton>
        ) : (
          <ActionButton icon="archive" onClick={() => setAsking(true)}>
            Put it away
          </ActionButton>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Put the piece away"
        text="Shoppers do not see it any more, and it leaves your list. Orders keep it. You find it under “Put away”, and can take it out again."
        confirmLabel="Put it away"
        onConfirm={() => onStateChange('archived')}
      />
    </section>
  );
}

/** Actions of a product that is in the shop. */
function LiveActions({ url, onUnpublish }: { url: string; onUnpublish: () => void }) {
  return (
    <>
      <a className="btn quiet small" href={url}>
        <Icon name="eye" />
        See it in the shop
      </a>
      <ActionButton onClick={onUnpublish}>Take it down</ActionButton>
    </>
  );
}
