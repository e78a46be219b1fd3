import { readResponse } from '../../../foundation/http/api-client.ts';
import { Field, TextField } from '../../../foundation/ui/fields.tsx';
import { photoUrl } from '../../../foundation/ui/photo.tsx';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminBanner } from '../contract.ts';
import { FileField } from '../file-field.tsx';
import { moveItem, newItem, toItems, toValues, withChanges } from '../items.ts';
import { OrderedList } from '../ordered-list.tsx';
import { EditForm, type ErrorOf } from './edit-form.tsx';

type Slide = {
  img: string;
  alt: string;
  focus: number;
  title: string;
  text: string;
  linkLabel: string;
  link: string;
};

const slideOf = (slide: Partial<Slide>): Slide => ({
  img: slide.img ?? '',
  alt: slide.alt ?? '',
  focus: slide.focus ?? 50,
  title: slide.title ?? '',
  text: slide.text ?? '',
  linkLabel: slide.linkLabel ?? '',
  link: slide.link ?? '',
});

/** What stands where on the home page. */
const about = {
  first: { name: 'The hero', help: 'Wide pictures. The button below them is the first picture’s.' },
  second: { name: 'Shelves put forward', help: 'The home page shows the first two, with their words.' },
  handwoven: { name: 'The close-up', help: 'The home page shows the first one, beside the film.' },
};

const fields = ['img', 'alt', 'focus', 'title', 'text', 'linkLabel', 'link'];

/** Up to five pictures of one place of the home page. */
export function BannerForm({ banner }: { banner: AdminBanner }) {
  const { position } = banner;
  const { name, help } = about[position];
  const draft = useDraft(
    { title: banner.title, slides: toItems(banner.slides.map(slideOf)) },
    banner.version,
  );
  const { title, slides } = draft.value;
  const change = (next: typeof slides) => draft.change({ slides: next });
  const save = (seenVersion: string) =>
    readResponse(
      adminApi.content.banners[':position'].$put({
        param: { position },
        json: { seenVersion, title, slides: toValues(slides) },
      }),
    );
  return (
    <section>
      <h2>{name}</h2>
      <p className="soft mb-2">{help}</p>
      <EditForm label={name} draft={draft} save={save}>
        {(errorOf) => (
          <>
            {position === 'second' && (
              <TextField
                label="Title above them"
                value={title}
                onChange={(input) => draft.change({ title: input })}
                error={errorOf('title')}
                maxLength={100}
              />
            )}
            <OrderedList
              label={`Pictures: ${name}`}
              items={slides}
              onMove={(from, to) => change(moveItem(slides, from, to))}
              onRemove={(key) => change(slides.filter((slide) => slide.key !== key))}
              nameOf={({ title, alt }, index) => title || alt || `Picture ${index + 1}`}
              preview={({ img }) => img && <img src={photoUrl(img, 160)} alt="" loading="lazy" />}
              hasError={(index) =>
                errorOf(...fields.map((field) => `slides.${index}.${field}`)) !== undefined
              }
            >
              {({ key, value }, index) => (
                <SlideFields
                  slide={value}
                  hasText={position === 'second'}
                  hasLink={position === 'second' || (position === 'first' && index === 0)}
                  errorOf={(field) => errorOf(`slides.${index}.${field}`)}
                  onChange={(patch) => change(withChanges(slides, key, patch))}
                />
              )}
            </OrderedList>
            {errorOf('slides') && <p className="error">{errorOf('slides')}</p>}
            {slides.length < 5 && (
              <button
                type="button"
                className="btn quiet"
                onClick={() => change([...slides, newItem(slideOf({}))])}
              >
                Add a picture
              </button>
            )}
          </>
        )}
      </EditForm>
    </section>
  );
}

type FieldsProps = {
  slide: Slide;
  hasText: boolean;
  hasLink: boolean;
  errorOf: ErrorOf;
  onChange: (patch: Partial<Slide>) => void;
};

function SlideFields({ slide, hasText, hasLink, errorOf, onChange }: FieldsProps) {
  return (
    <>
      <FileField
        label="Picture"
        file={slide.img}
        onChange={(img) => onChange({ img: img ?? '' })}
        error={errorOf('img')}
      />
      <TextField
        label="What is in the picture"
        help="For those who cannot see it."
        value={slide.alt}
        onChange={(alt) => onChange({ alt })}
        error={errorOf('alt')}
        maxLength={300}
      />
      <Focus slide={slide} error={errorOf('focus')} onChange={(focus) => onChange({ focus })} />
      {hasText && (
        <>
          <TextField
            label="Title"
            value={slide.title}
            onChange={(title) => onChange({ title })}
            error={errorOf('title')}
            maxLength={80}
          />
          <TextField
            label="Words"
            value={slide.text}
            onChange={(text) => onChange({ text })}
            error={errorOf('text')}
            maxLength={240}
          />
        </>
      )}
      {hasLink && (
        <>
          <TextField
            label="The link says"
            value={slide.linkLabel}
            onChange={(linkLabel) => onChange({ linkLabel })}
            error={errorOf('linkLabel')}
            maxLength={40}
          />
          <TextField
            label="The link leads to"
            help="An address of the shop, such as /Sarees or /fabric/Zari."
            value={slide.link}
            onChange={(link) => onChange({ link })}
            error={errorOf('link')}
          />
        </>
      )}
    </>
  );
}

type FocusProps = { slide: Slide; error: string | undefined; onChange: (focus: number) => void };

/** Where the cloth stands: a phone cuts the picture around it. */
function Focus({ slide: { img, focus }, error, onChange }: FocusProps) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Field label="Where the cloth stands" help="A phone shows this part of it." error={error}>
        {(wired) => (
          <input
            {...wired}
            className="min-h-(--tap) w-56 max-w-full"
            type="range"
            min={0}
            max={100}
            value={focus}
            aria-valuetext={`${focus}% from the left`}
            onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
          />
        )}
      </Field>
      {img && (
        <img
          className="crop"
          style={{ objectPosition: `${focus}% 0` }}
          src={photoUrl(img, 480)}
          alt=""
          loading="lazy"
        />
      )}
    </div>
  );
}
