type Answer = (done: boolean) => void;

let show: ((answer: Answer) => void) | undefined;
let asked: Promise<boolean> | undefined;

/** Shows one dialog for concurrent calls. Resolves to false if the person cancels; undefined without a dialog. */
export function requestReauthentication(): Promise<boolean> | undefined {
  if (!show) return undefined;
  const shown = show;
  asked ??= new Promise<boolean>((answer) => shown(answer)).finally(() => {
    asked = undefined;
  });
  return asked;
}

/** Registers the dialog. Returns a function that unregisters it. */
export function onReauthenticationRequest(receive: (answer: Answer) => void): () => void {
  show = receive;
  return () => {
    show = undefined;
  };
}
