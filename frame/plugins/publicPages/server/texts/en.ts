/** Texts of public pages, which only the server uses. */
const texts = {
  public: {
    error: 'Something went wrong',
    empty: 'There is nothing here yet.',
    prev: 'Previous',
    next: 'Next',
    send: 'Send',
    needsScript: 'Please turn on JavaScript to send this form.',
    thanks: 'Thank you',
    received: 'We have received what you sent.',
    done: 'Done. Thank you.',
    check: 'Please check the marked fields.',
    tooOld: 'This form was open for too long. Please send it again.',
    tooFast: 'That was very fast. Please check the form and send it again.',
    noProof: 'The form was not sent. Please try again.',
    usedForm: 'This form was sent already.',
    linkEnded: 'This link is not valid',
    linkEndedText:
      'It may have ended, or a part of it is missing. Please use the whole address from our message, or contact us.',
  },
};
export default texts;
