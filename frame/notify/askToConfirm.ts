/** i18n keys of the dialog's title and main button. */
interface QuestionWords {
  title?: string;
  confirm?: string;
}

/** A confirmation, with the reason that the person gave. */
export interface Confirmed {
  confirmed: true;
  reason?: string;
  /** Field of the record that says yes, if a hook asked. */
  answer?: string;
}

export interface Question extends QuestionWords {
  text: string;
  /** Also asks for a reason, which may stay empty. */
  asksReason?: boolean;
  answer: (confirmed: Confirmed | null) => void;
}

let show: ((question: Question) => void) | undefined;

const ask = (question: Omit<Question, 'answer'>): Promise<Confirmed | null> =>
  new Promise((answer) => (show ? show({ ...question, answer }) : answer(null)));

/**
 * Asks the person to confirm, in a dialog. Resolves to false if no dialog is mounted. `text` is already translated.
 * @example if (await askToConfirm(error.message)) retry();
 */
export const askToConfirm = async (text: string, words: QuestionWords = {}): Promise<boolean> =>
  (await ask({ text, ...words })) !== null;

/** Like `askToConfirm`, and offers to give a reason. Resolves to null if the person declines. */
export const askForReason = (text: string): Promise<Confirmed | null> => ask({ text, asksReason: true });

/** Registers the dialog. Returns a function that unregisters it. */
export function onQuestion(receive: (question: Question) => void): () => void {
  show = receive;
  return () => {
    show = undefined;
  };
}
