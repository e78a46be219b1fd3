import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type CallFailed, readAnswer } from '../../../foundation/http/api-client.ts';
import { refreshOffice, setOffice } from '../../layout/use-admin.ts';
import { useTry } from '../../layout/use-submit.ts';
import { pieceCalls, pieceQuery } from '../catalogue-api.ts';
import type { OfficePiece } from '../contract.ts';
import { moveUploads, unwritten } from '../files/upload-queue.ts';
import { blankForm, formOf, isSame, type PieceForm, textOf } from './product-form.ts';
import { keepDraft, readDraft } from './stored-draft.ts';

/** What the form began with: what is saved, and the version of it. */
type Base = { version: number; form: PieceForm };

const baseOf = (piece: OfficePiece | undefined): Base =>
  piece ? { version: piece.version, form: formOf(piece) } : { version: 0, form: blankForm };

export type Editor = {
  form: PieceForm;
  change: (part: Partial<PieceForm>) => void;
  isDirty: boolean;
  isTrying: boolean;
  failure: CallFailed | undefined;
  errorOf: (field: string) => string | undefined;
  /** When the unsaved words that were found in this browser were written. */
  found: string | undefined;
  /** What was done last: notices would cover the buttons that come next. */
  said: string;
  /** Begins again with what is saved. */
  startOver: () => void;
  save: () => Promise<OfficePiece | undefined>;
  /** Saves what is written over what somebody else has saved meanwhile. */
  saveOver: () => Promise<OfficePiece | undefined>;
  /** Saves, and hangs it up in the shop. */
  putUp: () => Promise<void>;
  move: (state: OfficePiece['state']) => Promise<OfficePiece>;
};

/** The editor of one piece, or of one that is new: what is typed, what is saved, and what stands between. */
export function useEditor(piece: OfficePiece | undefined): Editor {
  const id = piece?.id ?? unwritten;
  const navigate = useNavigate();
  const { attempt, isTrying, failure, errorOf, forget } = useTry();
  const [base, setBase] = useState(() => baseOf(piece));
  const [kept] = useState(() => readDraft(id));
  const [form, setForm] = useState(() => kept?.form ?? base.form);
  const [seen, setSeen] = useState(() => kept?.version ?? base.version);
  const [found, setFound] = useState(kept?.at);
  const [said, setSaid] = useState('');
  const isDirty = !isSame(form, base.form);

  // Somebody else has saved, or a size was added, and nothing is written here: show how it is now.
  if (piece && piece.version !== base.version && !isDirty) {
    const fresh = baseOf(piece);
    setBase(fresh);
    setForm(fresh.form);
    setSeen(fresh.version);
  }

  useEffect(() => {
    keepDraft(id, isDirty ? { version: seen, at: new Date().toISOString(), form } : null);
  }, [id, isDirty, seen, form]);

  function adopt(saved: OfficePiece) {
    const fresh = baseOf(saved);
    keepDraft(id, null);
    setBase(fresh);
    setForm(fresh.form);
    setSeen(fresh.version);
    setFound(undefined);
    setOffice(pieceQuery(saved.id), saved);
  }

  async function write(version: number): Promise<OfficePiece> {
    const { id: number, ...text } = { ...textOf(form), id: form.id };
    const saved = piece
      ? await readAnswer(pieceCalls.admin.pieces[':id'].$put({ param: { id }, json: { ...text, version } }))
      : await readAnswer(pieceCalls.admin.pieces.$post({ json: { ...text, id: number || undefined } }));
    adopt(saved);
    if (!piece) {
      moveUploads(saved.id);
      await navigate(`/admin/pieces/${encodeURIComponent(saved.id)}`, { replace: true });
    }
    await refreshOffice('pieces', 'piece-history', 'piece-words', 'today');
    return saved;
  }

  async function toState(saved: OfficePiece, state: OfficePiece['state']): Promise<OfficePiece> {
    const json = { version: saved.version, state };
    const moved = await readAnswer(
      pieceCalls.admin.pieces[':id'].state.$post({ param: { id: saved.id }, json }),
    );
    adopt(moved);
    await refreshOffice('pieces', 'piece-history', 'today');
    return moved;
  }

  return {
    form,
    change: (part) => setForm((known) => ({ ...known, ...part })),
    isDirty,
    isTrying,
    failure,
    errorOf,
    found: isDirty ? found : undefined,
    said,
    startOver() {
      const fresh = baseOf(piece);
      setBase(fresh);
      setForm(fresh.form);
      setSeen(fresh.version);
      setFound(undefined);
      forget();
    },
    async save() {
      const saved = await attempt(() => write(seen));
      if (saved) setSaid(piece ? 'Saved.' : `${saved.id} is written down as a draft.`);
      return saved;
    },
    async saveOver() {
      const saved = await attempt(async () => {
        const { version } = await readAnswer(pieceCalls.admin.pieces[':id'].$get({ param: { id } }));
        return write(version);
      });
      if (saved) setSaid('Saved over what stood there.');
      return saved;
    },
    async putUp() {
      const live = await attempt(async () => {
        const saved = isDirty || !piece ? await write(seen) : piece;
        return toState(saved, 'live');
      });
      if (live) setSaid('It is in the shop.');
    },
    async move(state) {
      if (!piece) throw new Error('A piece that is not written down has no state.');
      return toState(piece, state);
    },
  };
}
