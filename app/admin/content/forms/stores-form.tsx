import { readResponse } from '../../../foundation/http/api-client.ts';
import { AreaField, TextField } from '../../../foundation/ui/fields.tsx';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminContent } from '../contract.ts';
import { moveItem, newItem, toItems, toValues, withChanges } from '../items.ts';
import { OrderedList } from '../ordered-list.tsx';
import { EditForm } from './edit-form.tsx';

type Store = { id: string | null; name: string; address: string; hours: string; mapUrl: string };

const blank: Store = { id: null, name: '', address: '', hours: '', mapUrl: '' };
const fields = ['name', 'address', 'hours', 'mapUrl'];

/** The doors that one may come in by. */
export function StoresForm({ content: { stores } }: { content: AdminContent }) {
  const draft = useDraft({ items: toItems<Store>(stores.items) }, stores.version);
  const { items } = draft.value;
  const change = (next: typeof items) => draft.change({ items: next });
  const save = (seenVersion: string) =>
    readResponse(adminApi.content.stores.$put({ json: { seenVersion, items: toValues(items) } }));
  return (
    <EditForm label="Stores" draft={draft} save={save}>
      {(errorOf) => (
        <>
          <OrderedList
            label="Stores"
            items={items}
            onMove={(from, to) => change(moveItem(items, from, to))}
            onRemove={(key) => change(items.filter((item) => item.key !== key))}
            nameOf={({ name }) => name}
            hasError={(index) => errorOf(...fields.map((field) => `items.${index}.${field}`)) !== undefined}
          >
            {({ key, value }, index) => {
              const set = (patch: Partial<Store>) => change(withChanges(items, key, patch));
              return (
                <>
                  <TextField
                    label="Name"
                    value={value.name}
                    onChange={(name) => set({ name })}
                    error={errorOf(`items.${index}.name`)}
                  />
                  <AreaField
                    label="Address"
                    value={value.address}
                    onChange={(address) => set({ address })}
                    error={errorOf(`items.${index}.address`)}
                    rows={3}
                  />
                  <TextField
                    label="Open"
                    value={value.hours}
                    onChange={(hours) => set({ hours })}
                    error={errorOf(`items.${index}.hours`)}
                  />
                  <TextField
                    label="On the map"
                    type="url"
                    help="Open the store in a map, and copy the address of that page."
                    value={value.mapUrl}
                    onChange={(mapUrl) => set({ mapUrl })}
                    error={errorOf(`items.${index}.mapUrl`)}
                  />
                </>
              );
            }}
          </OrderedList>
          <button type="button" className="btn quiet" onClick={() => change([...items, newItem(blank)])}>
            Add a store
          </button>
        </>
      )}
    </EditForm>
  );
}
