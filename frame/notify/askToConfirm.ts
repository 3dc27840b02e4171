/** A question to the person: its text, and what takes the answer. */
export interface Question {
  text: string;
  answer: (yes: boolean) => void;
}

let show: ((question: Question) => void) | undefined;

/**
 * Asks the person whether to do something all the same, in a dialog over whatever is open; no where nothing can be
 * shown. The text comes ready to read.
 * @example if (await ask(error.message)) again();
 */
export const askToConfirm = (text: string): Promise<boolean> =>
  new Promise((answer) => (show ? show({ text, answer }) : answer(false)));

/** For the dialog: takes every question from now on, until the given function is called. */
export function onQuestion(receive: (question: Question) => void): () => void {
  show = receive;
  return () => {
    show = undefined;
  };
}
