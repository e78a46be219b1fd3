import { countryOf } from '../../../foundation/address/countries.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { AreaField, SelectField, TextField } from '../../../foundation/ui/fields.tsx';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminContent } from '../contract.ts';
import { EditForm } from './edit-form.tsx';

const states = countryOf('India').states.map(({ name }) => ({ value: name, label: name }));

/** What the invoices say of whoever sells. */
export function SellerForm({ content: { settings } }: { content: AdminContent }) {
  const draft = useDraft(settings.seller, settings.versions.seller);
  const { value, change } = draft;
  const save = (seenVersion: string) =>
    readResponse(adminApi.content.settings.$put({ json: { seenVersion, seller: value } }));
  return (
    <EditForm label="Seller and tax" draft={draft} save={save} ownersOnly>
      {(errorOf) => (
        <>
          <p className="soft">
            Invoices are made from this and from the registered name and address. Those that are written
            already stay as they are.
          </p>
          <TextField
            label="GSTIN"
            help="Blank while the shop is not registered: invoices then name no tax."
            value={value.gstin}
            onChange={(input) => change({ gstin: input.toUpperCase().trim() })}
            error={errorOf('seller.gstin')}
            maxLength={15}
          />
          <SelectField
            label="State that the shop sends from"
            value={value.state}
            onChange={(state) => change({ state })}
            options={states}
            error={errorOf('seller.state')}
          />
          <TextField
            label="Invoice numbers begin with"
            help="One or two capital letters or digits; the last is no C, which credit notes add."
            value={value.invoicePrefix}
            onChange={(input) => change({ invoicePrefix: input.toUpperCase().trim() })}
            error={errorOf('seller.invoicePrefix')}
            maxLength={2}
          />
          <AreaField
            label="Invoices of what leaves India say"
            help="Blank where the shop has no letter of undertaking and pays integrated tax."
            value={value.lutText}
            onChange={(lutText) => change({ lutText })}
            error={errorOf('seller.lutText')}
            rows={3}
            maxLength={300}
          />
        </>
      )}
    </EditForm>
  );
}
