/** i18n keys of the dialog's title and main button. */
interface QuestionWords {
  title?: string;
  confirm?: string;
}

export interface Question extends QuestionWords {
  text: string;
  answer: (yes: boolean) => void;
}

let show: ((question: Question) => void) | undefined;

/**
 * Asks the person to confirm, in a dialog. Resolves to false if no dialog is mounted. `text` is already translated.
 * @example if (await askToConfirm(error.message)) retry();
 */
export const askToConfirm = (text: string, words: QuestionWords = {}): Promise<boolean> =>
  new Promise((answer) => (show ? show({ text, ...words, answer }) : answer(false)));

/** Registers the dialog. Returns a function that unregisters it. */
export function onQuestion(receive: (question: Question) => void): () => void {
  show = receive;
  return () => {
    show = undefined;
  };
}
