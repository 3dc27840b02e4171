const en = {
  confirmation: {
    page: 'Your visit',
    title: 'Your visit on %{day}',
    when: 'We come between %{from} and %{to}. Will you be there?',
    time: 'We come on %{day} between %{from} and %{to}.',
    where: 'Address of the visit: %{address}',
    fast: 'Do not eat for %{hours} hours before the visit. Water is fine.',
    prepare: 'Preparation: %{text}',
    phone: 'Questions? Call us: %{phone}',
    prepared: 'I am following the preparation I was given.',
    confirm: 'Yes, I will be there',
    cannot: 'I cannot keep this visit',
    final: 'You cannot take this answer back here. If something changes, please contact us.',
    why: 'Why?',
    choose: 'Please say why you cannot keep this visit.',
    decline: 'No, please contact me',
    cancel: 'Cancel the visit',
    cancelReason: 'By the patient: %{reason}',
    moveTitle: 'Move this visit',
    newTime: 'New time',
    chooseTime: 'Choose a time',
    between: 'between %{from} and %{to}',
    move: 'Move the visit',
    noTimes: 'No other time is free at the moment. Please call us.',
    stops: 'Visits before yours today: %{count}.',
    next: 'You are next.',
    tooLate: 'It is too late to change the visit here. Please contact us.',
    taken: 'This time is no longer free. Please choose another.',
    confirmed: {
      title: 'Thank you',
      text: 'The time is confirmed. If something comes up, use this link again until the visit.',
    },
    declined: {
      title: 'Thank you',
      text: 'Your answer was passed on, and we will contact you. You can close this page.',
    },
    cancelled: {
      title: 'Your visit is cancelled',
      text: 'Thank you for telling us. You can close this page.',
    },
    over: {
      title: 'This link has expired',
      text: 'The time of the visit has come, so it cannot be answered any more.',
    },
    changed: {
      title: 'This visit has changed',
      text: 'It was moved or cancelled after the message was sent. If it has a new time, you get a new message or a call.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Part of it may be missing. Please open the link in our latest message to you again, to its end.',
    },
  },
  mail: {
    onMyWay: {
      subject: 'We come to you next',
      text: 'Hello,\n\n%{business} comes to you next: on %{day}, between %{from} and %{to}.\n\nThis link shows how many visits come before yours:\n%{link}\n\nYou need no account for it. Please do not forward this message.',
    },
    visit: {
      phone: 'Questions? Call us: %{phone}',
      subject: 'Your visit on %{day}',
      text: 'Hello,\n\n%{business} comes to you on %{day}, between %{from} and %{to}.\n\nPlease tell us whether you will be there. Open this link and choose an answer; it works until the visit:\n%{link}\n\nYou need no account for it. Please do not forward this message.',
    },
  },
  notices: {
    declined: {
      title: 'Patient says no',
      body: '%{patient} says no to the visit on %{date}: %{said}',
      push: 'A patient says no to a visit on %{date}.',
    },
    movedByPatient: {
      title: 'Patient moved a visit',
      body: '%{patient} moved the visit to %{date}. It keeps its employee: %{employee}',
      push: 'A patient moved a visit to %{date}.',
    },
    cancelledByPatient: {
      title: 'Patient cancelled a visit',
      body: '%{patient} cancelled the visit on %{date}: %{said}',
      push: 'A patient cancelled a visit on %{date}.',
    },
  },
};

export default en;
