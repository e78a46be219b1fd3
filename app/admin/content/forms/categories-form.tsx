import type { CategoryText } from '../../../catalogue/categories/contract.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { AreaField, TextField } from '../../../foundation/ui/fields.tsx';
import { photoUrl } from '../../../foundation/ui/photo.tsx';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminContent } from '../contract.ts';
import { FileField } from '../file-field.tsx';
import { moveItem, toItems, toValues, withChanges } from '../items.ts';
import { OrderedList } from '../ordered-list.tsx';
import { EditForm } from './edit-form.tsx';

const fields = ['name', 'word', 'intro', 'img'];

/** The categories in the order of the menu, with their names and introductions. */
export function CategoriesForm({ content: { categories } }: { content: AdminContent }) {
  const draft = useDraft({ items: toItems(categories.items) }, categories.version);
  const { items } = draft.value;
  const change = (next: typeof items) => draft.change({ items: next });
  const save = (seenVersion: string) =>
    readResponse(
      adminApi.content.categories.$put({
        json: { seenVersion, items: toValues(items) },
      }),
    );
  return (
    <EditForm label="Categories" draft={draft} save={save}>
      {(errorOf) => (
        <OrderedList
          label="Categories"
          items={items}
          onMove={(from, to) => change(moveItem(items, from, to))}
          nameOf={({ name }) => name}
          preview={({ img }) => img && <img src={photoUrl(img, 160)} alt="" loading="lazy" />}
          hasError={(index) => errorOf(...fields.map((field) => `items.${index}.${field}`)) !== undefined}
        >
          {({ key, value }, index) => {
            const set = (patch: Partial<CategoryText>) => change(withChanges(items, key, patch));
            return (
              <>
                <TextField
                  label="Name"
                  help="Its address in the shop stays as it is."
                  value={value.name}
                  onChange={(name) => set({ name })}
                  error={errorOf(`items.${index}.name`)}
                  maxLength={60}
                />
                <TextField
                  label="Hindi word beside it"
                  lang="hi"
                  value={value.word}
                  onChange={(word) => set({ word })}
                  error={errorOf(`items.${index}.word`)}
                  maxLength={40}
                />
                <AreaField
                  label="Introduction"
                  value={value.intro}
                  onChange={(intro) => set({ intro })}
                  error={errorOf(`items.${index}.intro`)}
                  rows={4}
                  maxLength={600}
                />
                <FileField
                  label="Picture"
                  file={value.img}
                  onChange={(img) => set({ img })}
                  error={errorOf(`items.${index}.img`)}
                  isOptional
                />
              </>
            );
          }}
        </OrderedList>
      )}
    </EditForm>
  );
}
