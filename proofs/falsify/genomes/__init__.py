"""A way of playing as a short tuple of small integers: the `genome`, its `decoding`, and the `population` of the best."""
