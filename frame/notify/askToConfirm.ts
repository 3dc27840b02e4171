export interface Question {
  text: string;
  answer: (yes: boolean) => void;
}

let show: ((question: Question) => void) | undefined;

/**
 * Asks the person to confirm, in a dialog. Resolves to false if no dialog is mounted. `text` is already translated.
 * @example if (await askToConfirm(error.message)) retry();
 */
export const askToConfirm = (text: string): Promise<boolean> =>
  new Promise((answer) => (show ? show({ text, answer }) : answer(false)));

/** Registers the dialog. Returns a function that unregisters it. */
export function onQuestion(receive: (question: Question) => void): () => void {
  show = receive;
  return () => {
    show = undefined;
  };
}
