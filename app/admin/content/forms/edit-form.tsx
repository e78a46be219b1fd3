import type { ReactNode } from 'react';
import { ActionForm } from '../../../foundation/ui/action-form.tsx';
import { notify } from '../../../foundation/ui/notices.ts';
import { contentQuery } from '../../admin-api.ts';
import { useUnsaved } from '../../layout/unsaved.tsx';
import { refreshAdmin, refreshOnConflict, setAdminData } from '../../layout/use-admin.ts';
import { conflictActions, type Draft, useDraft } from '../../layout/use-draft.tsx';
import { useMe } from '../../sign-in/me.ts';
import type { AdminContent } from '../contract.ts';
import { toItems, toValues } from '../items.ts';
import { type AllFields, ErrorsUnder, type Fields, FormFields, ItemList } from './fields.tsx';

type Props<T extends object> = {
  /** Accessible name of the form. */
  label: string;
  draft: Draft<T>;
  /** Sends the changed values. `seenVersion` is the version of the content that the changes are based on. */
  save: (seenVersion: string) => Promise<AdminContent>;
  ownersOnly?: boolean;
  children: ReactNode;
};

/**
 * Form for a part of the shop's content. After a conflict with another save, the form keeps the user's changes. It then offers to
 * show the other version, or to overwrite it.
 */
export function EditForm<T extends object>({ label, draft, save, ownersOnly = false, children }: Props<T>) {
  const isReadOnly = useMe().data?.role !== 'owner' && ownersOnly;
  useUnsaved(draft.isChanged);
  return (
    <ActionForm
      label={label}
      submitLabel={isReadOnly ? undefined : 'Save'}
      pendingLabel="Saving..."
      submitClassName="btn"
      otherActions={
        !isReadOnly && <span className="soft self-center">{draft.isChanged && 'Not saved yet.'}</span>
      }
      send={() => refreshOnConflict('content', save(draft.baseVersion))}
      onDone={async (saved) => {
        await setAdminData(contentQuery, () => saved);
        draft.discard();
        notify('Saved. The change is live in the shop.');
        await refreshAdmin('audit-log');
      }}
      noteBelow
      failureActions={conflictActions(draft)}
    >
      {isReadOnly && <p className="soft">Only an owner can change this.</p>}
      <fieldset className="form" disabled={isReadOnly}>
        {children}
      </fieldset>
    </ActionForm>
  );
}

export type SettingsPart<T> = {
  part: keyof AdminContent['settings']['versions'];
  label: string;
  ownersOnly?: boolean;
  intro?: string;
  inputOf: (settings: AdminContent['settings']) => T;
  fields: AllFields<T>;
  /** Prefix of the field names in API problems. */
  errorsUnder: string;
  save: (seenVersion: string, input: T) => Promise<AdminContent>;
};

type SettingsProps<T> = { of: SettingsPart<T>; content: AdminContent };

export function SettingsForm<T extends object>({ of, content: { settings } }: SettingsProps<T>) {
  const draft = useDraft(of.inputOf(settings), settings.versions[of.part]);
  const { value, change } = draft;
  const save = (seenVersion: string) => of.save(seenVersion, value);
  return (
    <EditForm label={of.label} draft={draft} save={save} ownersOnly={of.ownersOnly}>
      {of.intro && <p className="soft">{of.intro}</p>}
      <ErrorsUnder prefix={of.errorsUnder}>
        <FormFields fields={of.fields} value={value} onChange={change} />
      </ErrorsUnder>
    </EditForm>
  );
}

/** Definition of the form for a list whose items all have the same fields. */
export type ListPart<T> = {
  label: string;
  intro?: string;
  read: (content: AdminContent) => { version: string; items: readonly T[] };
  fields: Fields<T>;
  nameOf: (value: T) => string;
  preview?: (value: T) => ReactNode;
  /** Undefined if items cannot be added or removed. */
  add?: { label: string; blank: T };
  save: (json: { seenVersion: string; items: T[] }) => Promise<AdminContent>;
};

type ListProps<T> = { of: ListPart<T>; content: AdminContent };

export function ListForm<T extends object>({ of, content }: ListProps<T>) {
  const saved = of.read(content);
  const draft = useDraft({ items: toItems(saved.items) }, saved.version);
  const { items } = draft.value;
  const save = (seenVersion: string) => of.save({ seenVersion, items: toValues(items) });
  return (
    <EditForm label={of.label} draft={draft} save={save}>
      {of.intro && <p className="soft">{of.intro}</p>}
      <ItemList
        label={of.label}
        name="items"
        items={items}
        onChange={(next) => draft.change({ items: next })}
        fieldsOf={() => of.fields}
        nameOf={of.nameOf}
        preview={of.preview}
        add={of.add}
      />
    </EditForm>
  );
}
