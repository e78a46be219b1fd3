import type { CategoryText } from '../../../catalogue/categories/contract.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { photoUrl } from '../../../foundation/ui/photo.tsx';
import { AreaField, TextField } from '../../layout/fields.tsx';
import { useDraft } from '../../layout/use-draft.ts';
import { contentApi } from '../content-api.ts';
import type { AdminContent } from '../contract.ts';
import { FileField } from '../file-field.tsx';
import { changed, itemsOf, moveItem, valuesOf } from '../items.ts';
import { OrderedList } from '../ordered-list.tsx';
import { EditForm } from './edit-form.tsx';

const fields = ['name', 'word', 'intro', 'img'];

/** The categories in the order of the menu, with their names and introductions. */
export function CategoriesForm({ window: { categories } }: { window: AdminContent }) {
  const draft = useDraft({ items: itemsOf(categories.items) }, categories.mark);
  const { items } = draft.value;
  const change = (next: typeof items) => draft.change({ items: next });
  const save = (seen: string) =>
    readResponse(contentApi.admin.content.categories.$put({ json: { seen, items: valuesOf(items) } }));
  return (
    <EditForm label="Categories" draft={draft} save={save}>
      {(errorOf) => (
        <OrderedList
          label="Categories"
          items={items}
          onMove={(from, to) => change(moveItem(items, from, to))}
          nameOf={({ name }) => name}
          glance={({ img }) => img && <img src={photoUrl(img, 160)} alt="" loading="lazy" />}
          isWrong={(index) => errorOf(...fields.map((field) => `items.${index}.${field}`)) !== undefined}
        >
          {({ key, value }, index) => {
            const set = (patch: Partial<CategoryText>) => change(changed(items, key, patch));
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
                  canBeNone
                />
              </>
            );
          }}
        </OrderedList>
      )}
    </EditForm>
  );
}
