import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { CheckField } from '../../foundation/ui/fields.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import { adminApi, dashboardQuery } from '../admin-api.ts';
import { refreshAdmin, refreshOnConflict, setAdminData } from '../layout/use-admin.ts';
import type { Dashboard } from './contract.ts';

type Props = { categories: NonNullable<Dashboard['stitchedQuestion']> };

/** Asks once which categories contain stitched garments, because older versions of the shop did not store that. */
export function StitchedQuestion({ categories }: Props) {
  return (
    <section>
      <h2>Which of your categories contain stitched products?</h2>
      <p className="soft">
        Your return policy says that shoppers cannot cancel stitched products, and can return them only if
        they arrive damaged or wrong. The product pages of the categories that you choose will say this too.
        Earlier orders do not change. You can change your choice later for each category and product.
      </p>
      <ActionForm
        label="Stitched products"
        submitLabel="Save"
        pendingLabel="Saving..."
        submitClassName="btn"
        noteBelow
        send={(input) => {
          const chosen = categories.filter(({ id }) => input.isChecked(id)).map(({ id }) => id);
          const response = adminApi.dashboard['stitched-categories'].$put({ json: { categories: chosen } });
          return refreshOnConflict('dashboard', readResponse(response));
        }}
        onDone={async (saved) => {
          await setAdminData(dashboardQuery, () => saved);
          notify('Saved. The change is live in the shop.');
          await refreshAdmin('content', 'audit-log');
        }}
      >
        {categories.map(({ id, name, isStitched }) => (
          <CheckField key={id} name={id} label={name} defaultValue={isStitched} />
        ))}
      </ActionForm>
    </section>
  );
}
