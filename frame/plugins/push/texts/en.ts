const en = {
  choices: { push: 'Push notifications' },
  errors: {
    generateFcm: 'Failed to generate FCM token.',
    unableFcm: 'Unable to generate FCM token.',
  },
};

export default en;
