/** Takes whether the person proved who they are; false where they would not. */
type Answer = (done: boolean) => void;

let show: ((answer: Answer) => void) | undefined;
let asked: Promise<boolean> | undefined;

/**
 * Asks the person to prove again who they are, in a dialog over whatever is open; several calls that need it at a time
 * wait for the same answer. Undefined where nothing can be shown.
 */
export function requestReauthentication(): Promise<boolean> | undefined {
  if (!show) return undefined;
  const shown = show;
  asked ??= new Promise<boolean>((answer) => shown(answer)).finally(() => {
    asked = undefined;
  });
  return asked;
}

/** For the dialog: takes every such question from now on, until the given function is called. */
export function onReauthenticationRequest(receive: (answer: Answer) => void): () => void {
  show = receive;
  return () => {
    show = undefined;
  };
}
