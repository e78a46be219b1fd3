import { readResponse } from '../../../foundation/http/api-client.ts';
import { TextField } from '../../../foundation/ui/fields.tsx';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminContent } from '../contract.ts';
import { FileField } from '../file-field.tsx';
import { moveItem, newItem, toItems, toValues, withChanges } from '../items.ts';
import { OrderedList } from '../ordered-list.tsx';
import { EditForm } from './edit-form.tsx';

type Video = {
  id: string | null;
  videoUrl: string;
  webmUrl: string | null;
  poster: string | null;
  alt: string;
};

const blank: Video = { id: null, videoUrl: '', webmUrl: null, poster: null, alt: '' };
const fields = ['videoUrl', 'webmUrl', 'poster', 'alt'];

/** The films of “Made to Belong”: the first one plays. */
export function VideosForm({ content: { videos } }: { content: AdminContent }) {
  const draft = useDraft({ items: toItems<Video>(videos.items) }, videos.version);
  const { items } = draft.value;
  const change = (next: typeof items) => draft.change({ items: next });
  const save = (seenVersion: string) =>
    readResponse(adminApi.content.videos.$put({ json: { seenVersion, items: toValues(items) } }));
  return (
    <EditForm label="Films" draft={draft} save={save}>
      {(errorOf) => (
        <>
          <p className="soft">The first one plays on the home page. Films of pieces belong to the pieces.</p>
          <OrderedList
            label="Films"
            items={items}
            onMove={(from, to) => change(moveItem(items, from, to))}
            onRemove={(key) => change(items.filter((item) => item.key !== key))}
            nameOf={({ alt }) => alt}
            hasError={(index) => errorOf(...fields.map((field) => `items.${index}.${field}`)) !== undefined}
          >
            {({ key, value }, index) => {
              const set = (patch: Partial<Video>) => change(withChanges(items, key, patch));
              return (
                <>
                  <FileField
                    kind="videos"
                    label="Film as MP4"
                    file={value.videoUrl}
                    onChange={(videoUrl) => set({ videoUrl: videoUrl ?? '' })}
                    error={errorOf(`items.${index}.videoUrl`)}
                  />
                  <FileField
                    kind="videos"
                    label="The same as WebM, which is smaller"
                    file={value.webmUrl}
                    onChange={(webmUrl) => set({ webmUrl })}
                    error={errorOf(`items.${index}.webmUrl`)}
                    isOptional
                  />
                  <FileField
                    label="Picture that stands there before it plays"
                    file={value.poster}
                    onChange={(poster) => set({ poster })}
                    error={errorOf(`items.${index}.poster`)}
                    isOptional
                  />
                  <TextField
                    label="What is in the film"
                    value={value.alt}
                    onChange={(alt) => set({ alt })}
                    error={errorOf(`items.${index}.alt`)}
                  />
                </>
              );
            }}
          </OrderedList>
          <button type="button" className="btn quiet" onClick={() => change([...items, newItem(blank)])}>
            Add a film
          </button>
        </>
      )}
    </EditForm>
  );
}
