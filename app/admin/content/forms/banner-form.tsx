import { photoUrl } from '../../../foundation/files/image-widths.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { Field } from '../../../foundation/ui/fields.tsx';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.tsx';
import type { AdminBanner } from '../contract.ts';
import { toItems, toValues } from '../items.ts';
import { EditForm } from './edit-form.tsx';
import { type Fields, type FormField, FormFields, file, ItemList, text, thumbnail } from './fields.tsx';

type Slide = Required<AdminBanner['slides'][number]>;

const blank: Slide = { img: '', alt: '', focus: 50, title: '', text: '', linkLabel: '', link: '' };

/** Name and help text of the form for each position of a banner on the home page. */
const about = {
  first: {
    name: 'Top of the page',
    help: 'Wide pictures at the top of the home page. All of these pictures show the button of the first one.',
  },
  second: {
    name: 'Featured categories',
    help: 'The home page shows the first two pictures with their texts.',
  },
  handwoven: { name: 'Close-up', help: 'The home page shows the first close-up, beside the video.' },
};

const headingField: Fields<{ title: string }> = {
  title: text('Heading above the pictures', { maxLength: 100 }),
};

function fieldsAt(position: AdminBanner['position'], index: number, img: string): Fields<Slide> {
  return {
    img: file('Picture'),
    alt: text('Description of the picture', { help: 'For shoppers who cannot see it.', maxLength: 300 }),
    focus: (props) => <Focus {...props} img={img} />,
    ...(position === 'second' && {
      title: text('Title', { maxLength: 80 }),
      text: text('Text', { maxLength: 240 }),
    }),
    ...((position === 'second' || (position === 'first' && index === 0)) && {
      linkLabel: text('Button text', { maxLength: 40 }),
      link: text('Link', {
        help: 'The page that the button opens, such as /Sarees or /fabric/Zari.',
      }),
    }),
  };
}

export function BannerForm({ banner }: { banner: AdminBanner }) {
  const { position } = banner;
  const { name, help } = about[position];
  const draft = useDraft(
    { title: banner.title, slides: toItems(banner.slides.map((slide) => ({ ...blank, ...slide }))) },
    banner.version,
  );
  const { title, slides } = draft.value;
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
        {position === 'second' && (
          <FormFields fields={headingField} value={draft.value} onChange={draft.change} />
        )}
        <ItemList
          label={`Pictures: ${name}`}
          name="slides"
          items={slides}
          onChange={(next) => draft.change({ slides: next })}
          fieldsOf={({ img }, index) => fieldsAt(position, index, img)}
          nameOf={({ title, alt }, index) => title || alt || `Picture ${index + 1}`}
          preview={({ img }) => thumbnail(img)}
          add={{ label: 'Add a picture', blank, most: 5 }}
        />
      </EditForm>
    </section>
  );
}

/** Field for the part of the image that a phone shows, in percent from the left. */
function Focus({ name, value, onChange, img }: Parameters<FormField<number>>[0] & { img: string }) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Field
        name={name}
        label="Part of the picture shown on phones"
        help="Phones show only a part of the picture. Choose where it is, from the left edge to the right edge."
      >
        {(wired) => (
          <input
            {...wired}
            className="min-h-(--tap) w-56 max-w-full"
            type="range"
            min={0}
            max={100}
            value={value}
            aria-valuetext={`${value}% from the left`}
            onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
          />
        )}
      </Field>
      {img && (
        <img
          className="crop"
          style={{ objectPosition: `${value}% 0` }}
          src={photoUrl(img, 480)}
          alt=""
          loading="lazy"
        />
      )}
    </div>
  );
}
