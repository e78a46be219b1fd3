import { useNavigate } from 'react-router';
import type { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { useSubmit } from '../../../foundation/browser/submit.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { Icon } from '../../../foundation/ui/icon.tsx';
import * as urls from '../../../urls.ts';
import { adminApi } from '../../admin-api.ts';
import { ActionButton } from '../../layout/action-button.tsx';
import { ConfirmButton } from '../../layout/dialog.tsx';
import { refreshAdmin } from '../../layout/use-admin.ts';

type State = AdminProduct['state'];

export const stateLabels: Record<State, string> = {
  live: 'Published',
  draft: 'Draft',
  archived: 'Archived',
};

export function StateMark({ state }: { state: State }) {
  return (
    <span className={state === 'live' ? 'product-state henna strong' : 'product-state soft strong'}>
      {stateLabels[state]}
    </span>
  );
}

type Props = {
  product: AdminProduct;
  /** Changes the product's state. Rejects if the request fails. */
  onStateChange: (state: State) => Promise<unknown>;
};

/** Buttons for rare actions: unpublish, duplicate, archive. */
export function StateActions({ product, onStateChange }: Props) {
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
        {product.state === 'live' && (
          <>
            <a className="btn quiet small" href={product.url}>
              <Icon name="eye" />
              View in the shop
            </a>
            <ActionButton onClick={toDraft}>Unpublish</ActionButton>
          </>
        )}
        <ActionButton icon="copy" isDisabled={isPending} onClick={duplicate}>
          Duplicate
        </ActionButton>
        {product.state === 'archived' && (
          <ActionButton icon="rotate-ccw" onClick={toDraft}>
            Restore
          </ActionButton>
        )}
        <ConfirmButton
          label="Archive"
          icon="archive"
          className="btn quiet small"
          isOffered={product.state !== 'archived'}
          title="Archive this product?"
          text="The product disappears from the shop and from your list of products. Earlier orders still show it. To find and restore it, choose the filter “Archived” in the list."
          confirmLabel="Archive"
          onConfirm={() => onStateChange('archived')}
        />
      </div>
    </section>
  );
}
