import { readResponse } from '../../../foundation/http/api-client.ts';
import { Field, TextField } from '../../../foundation/ui/fields.tsx';
import { photoUrl } from '../../../foundation/ui/photo.tsx';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminContent } from '../contract.ts';
import { FileField } from '../file-field.tsx';
import { moveItem, newItem, toItems, toValues, withChanges } from '../items.ts';
import { OrderedList } from '../ordered-list.tsx';
import { EditForm } from './edit-form.tsx';

type Tile = { id: string | null; title: string; link: string; img: string; colour: string };

const blank: Tile = { id: null, title: '', link: '', img: '', colour: '#8b1b33' };
const fields = ['title', 'link', 'img', 'colour'];

/** The lengths of cloth of the popular collection. */
export function TilesForm({ content: { tiles } }: { content: AdminContent }) {
  const draft = useDraft({ items: toItems<Tile>(tiles.items) }, tiles.version);
  const { items } = draft.value;
  const change = (next: typeof items) => draft.change({ items: next });
  const save = (seenVersion: string) =>
    readResponse(adminApi.content.tiles.$put({ json: { seenVersion, items: toValues(items) } }));
  return (
    <EditForm label="Tiles" draft={draft} save={save}>
      {(errorOf) => (
        <>
          <OrderedList
            label="Tiles"
            items={items}
            onMove={(from, to) => change(moveItem(items, from, to))}
            onRemove={(key) => change(items.filter((item) => item.key !== key))}
            nameOf={({ title }) => title}
            preview={({ img }) => img && <img src={photoUrl(img, 160)} alt="" loading="lazy" />}
            hasError={(index) => errorOf(...fields.map((field) => `items.${index}.${field}`)) !== undefined}
          >
            {({ key, value }, index) => {
              const set = (patch: Partial<Tile>) => change(withChanges(items, key, patch));
              return (
                <>
                  <FileField
                    label="Picture"
                    file={value.img}
                    onChange={(img) => set({ img: img ?? '' })}
                    error={errorOf(`items.${index}.img`)}
                  />
                  <TextField
                    label="Title"
                    value={value.title}
                    onChange={(title) => set({ title })}
                    error={errorOf(`items.${index}.title`)}
                    maxLength={40}
                  />
                  <TextField
                    label="Leads to"
                    help="An address of the shop, such as /Sarees. A tile whose category has no piece is not shown."
                    value={value.link}
                    onChange={(link) => set({ link })}
                    error={errorOf(`items.${index}.link`)}
                  />
                  <Field label="Colour of the tassel" error={errorOf(`items.${index}.colour`)}>
                    {(wired) => (
                      <input
                        {...wired}
                        className="h-(--tap) w-20"
                        type="color"
                        value={value.colour}
                        onChange={(event) => set({ colour: event.currentTarget.value })}
                      />
                    )}
                  </Field>
                </>
              );
            }}
          </OrderedList>
          <button type="button" className="btn quiet" onClick={() => change([...items, newItem(blank)])}>
            Add a tile
          </button>
        </>
      )}
    </EditForm>
  );
}
