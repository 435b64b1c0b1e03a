# Attention, step by step, with NumPy. Written by Attention Lab.
#
# Sky is blue
import numpy as np

# The tokens of the sentence.
tokens = ["sky", "is", "blue"]

# Sizes.
n_q = len(tokens)  # queries
n_k = len(tokens)  # keys
d_model = 2  # numbers of a token
d_k = 2  # numbers of a query or a key
d_v = 2  # numbers of a value

# Each token has a vector.
embedding = {
    "sky": [-1.072, -0.5001],
    "is": [-0.012, -0.4311],
    "blue": [-0.005, -0.5321],
}  # d_model numbers each

# The weights that make queries.
W_Q = np.array([
    [-0.0271, -0.384],
    [-0.394, -0.661],
])  # (d_model, d_k)

# The weights that make keys.
W_K = np.array([
    [-0.4109, 0.5777],
    [-0.1162, -0.1661],
])  # (d_model, d_k)

# The weights that make values.
W_V = np.array([
    [-0.2045, 0.121],
    [-0.1712, -0.4462],
])  # (d_model, d_v)

# Inputs: the vectors of the tokens.
inputs = np.array([embedding[token] for token in tokens])  # (n_q, d_model)

# Queries: inputs times W_Q.
queries = inputs @ W_Q  # (n_q, d_k)

# Keys: inputs times W_K.
keys = inputs @ W_K  # (n_k, d_k)

# Values: inputs times W_V.
values = inputs @ W_V  # (n_k, d_v)

# Scores: the product of each query with each key.
scores = queries @ keys.T  # (n_q, n_k)

# Scaled scores: the scores divided by the root of d_k.
scaled_scores = scores / d_k ** 0.5  # (n_q, n_k)

# Masked scores: there is no mask, so these are the scaled scores.
masked_scores = scaled_scores  # (n_q, n_k)

# Weights: the softmax of each row.
exponentials = np.exp(masked_scores - masked_scores.max(axis=-1, keepdims=True))
weights = exponentials / exponentials.sum(axis=-1, keepdims=True)

# Head outputs: the values, summed with the weights.
head_outputs = weights @ values  # (n_q, d_v)

# Concat: there is one head, so this is its output.
concat = head_outputs  # (n_q, d_v)

# Output: there is no W_O, so this is concat.
output = concat

# Print the output. Every number reads back exactly.
for row in output.tolist():
    print(row)
