import type { CategoryText } from '../../../catalogue/categories-contract.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { Field, TextField } from '../../../foundation/ui/fields.tsx';
import { adminApi } from '../../admin-api.ts';
import type { AdminContent } from '../contract.ts';
import type { ListPart, SettingsPart } from './edit-form.tsx';
import { area, check, type FormField, file, optionalFile, text, thumbnail } from './fields.tsx';
import { flatten, paragraphsOf, textOf, unflatten } from './form-values.ts';

const api = adminApi.content;

const textsInput = ({ texts }: AdminContent['settings']) => ({
  ...flatten(texts),
  'belonging.paragraphs': textOf(texts.belonging.paragraphs),
});

const typedLines: FormField<string[]> = ({ name, value, onChange }) =>
  [0, 1, 2, 3, 4].map((index) => (
    <TextField
      key={index}
      name={`${name}.${index}`}
      label={`Typed sentence ${index + 1} on the home page`}
      value={value[index] ?? ''}
      onChange={(input) => onChange(value.with(index, input))}
      maxLength={80}
    />
  ));

export const textsPart: SettingsPart<ReturnType<typeof textsInput>> = {
  part: 'texts',
  label: 'Texts of the home page',
  inputOf: textsInput,
  errorsUnder: '',
  fields: {
    tagline: text('Motto of the shop', { maxLength: 80 }),
    heroText: area('Text at the top of the page', { rows: 2, maxLength: 240 }),
    description: area('The shop in one sentence', {
      help: 'Search engines show this sentence. WhatsApp and other messengers show it with a link to your shop.',
      rows: 2,
      maxLength: 320,
    }),
    typewriter: typedLines,
    'belonging.word': text('Hindi word beside “Made to Belong”', { lang: 'hi', maxLength: 40 }),
    'belonging.paragraphs': area('Made to Belong', {
      help: 'An empty line starts a new paragraph.',
      rows: 8,
    }),
    popularText: area('Text of the popular collection', { rows: 2, maxLength: 240 }),
    visitText: area('Text of the invitation to your stores', { rows: 2, maxLength: 240 }),
  },
  save: (seenVersion, input) => {
    const paragraphs = paragraphsOf(input['belonging.paragraphs']);
    const texts = unflatten<AdminContent['settings']['texts']>({
      ...input,
      'belonging.paragraphs': paragraphs,
    });
    return readResponse(api.texts.$put({ json: { ...texts, seenVersion } }));
  },
};

/** Type of a list item before it is saved. A new item has no id. */
type New<T> = Omit<T, 'id'> & { id: string | null };

export const tilesPart: ListPart<New<AdminContent['tiles']['items'][number]>> = {
  label: 'Tiles',
  read: ({ tiles }) => tiles,
  fields: {
    img: file('Picture'),
    title: text('Title', { maxLength: 40 }),
    link: text('Link', {
      help: 'The page that the tile opens, such as /Sarees. If its category has no products, the tile is not shown.',
    }),
    colour: ({ name, value, onChange }) => (
      <Field name={name} label="Colour of the tassel on the tile">
        {(wired) => (
          <input
            {...wired}
            className="h-(--tap) w-20"
            type="color"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
    ),
  },
  nameOf: ({ title }) => title,
  preview: ({ img }) => thumbnail(img),
  add: { label: 'Add a tile', blank: { id: null, title: '', link: '', img: '', colour: '#8b1b33' } },
  save: (json) => readResponse(api.tiles.$put({ json })),
};

/** Form for the videos of “Made to Belong”. The home page plays the first video. */
export const videosPart: ListPart<New<AdminContent['videos']['items'][number]>> = {
  label: 'Videos',
  intro: 'The first video plays on the home page. To add a video to a product, open the product.',
  read: ({ videos }) => videos,
  fields: {
    videoUrl: file('Video as MP4', 'videos'),
    webmUrl: optionalFile('The same video as WebM (a smaller file)', 'videos'),
    poster: optionalFile('Picture before the video plays'),
    alt: text('Description of the video'),
  },
  nameOf: ({ alt }) => alt,
  add: { label: 'Add a video', blank: { id: null, videoUrl: '', webmUrl: null, poster: null, alt: '' } },
  save: (json) => readResponse(api.videos.$put({ json })),
};

export const storesPart: ListPart<New<AdminContent['stores']['items'][number]>> = {
  label: 'Stores',
  read: ({ stores }) => stores,
  fields: {
    name: text('Name'),
    address: area('Address', { rows: 3 }),
    hours: text('Opening hours'),
    mapUrl: text('Map link', {
      type: 'url',
      help: 'Open the store in Google Maps or another map, and copy the link.',
    }),
  },
  nameOf: ({ name }) => name,
  add: { label: 'Add a store', blank: { id: null, name: '', address: '', hours: '', mapUrl: '' } },
  save: (json) => readResponse(api.stores.$put({ json })),
};

/** Form for the categories in the order of the menu, with their names and introductions. */
export const categoriesPart: ListPart<CategoryText> = {
  label: 'Categories',
  read: ({ categories }) => categories,
  fields: {
    name: text('Name', {
      help: 'If you change the name, the link of the category stays the same.',
      maxLength: 60,
    }),
    word: text('Hindi word beside the name', { lang: 'hi', maxLength: 40 }),
    intro: area('Introduction', { rows: 4, maxLength: 600 }),
    img: optionalFile('Picture'),
    returnable: check(
      'Shoppers may return these products if they change their mind. Switch this off for stitched garments.',
    ),
    cancellable: check(
      'Shoppers may cancel these products before they are packed. Switch this off for stitched garments.',
    ),
  },
  nameOf: ({ name }) => name,
  preview: ({ img }) => thumbnail(img),
  save: (json) => readResponse(api.categories.$put({ json })),
};
